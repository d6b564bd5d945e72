import type { Posterior } from "kernelbayes";
import type { KernelDocument } from "kernelbayes/kernels";
import { columnRelevance } from "@kernelbayes/report";
import type { ResultRow } from "@kernelbayes/experiment/node";

/** What an experiment keeps beside its measures. */
export interface Found {
  /** The kernel with its chosen parameters. */
  readonly kernel?: KernelDocument;
  /** Other hyperparameters that were chosen, by their names in the document of the posterior. */
  readonly chosen?: Readonly<Record<string, number>>;
  /** Logarithm of the evidence. */
  readonly evidence?: number;
  /** Of the quantities by which chains are judged. */
  readonly largestRHat?: number;
  /** Kernel components that classes are linear in. */
  readonly projections?: number;
  /** Rows that the machine keeps, where these are fewer than it was given: support vectors. */
  readonly keptRows?: number;
  /** Rows by their true class (down) and the class they were given (across). */
  readonly confusion?: readonly (readonly number[])[];
  /** Of the columns, with mean 1, for kernels that have it. */
  readonly relevance?: readonly number[];
  /** A drawing. */
  readonly svg?: string;
}

/** The parts of a posterior's document that are looked at. */
interface Parameters {
  readonly kernel?: KernelDocument;
  readonly components?: { readonly kernel: KernelDocument; readonly eigenvalues: readonly number[] };
  readonly rows?: { readonly rows: number };
  readonly members?: readonly { readonly kernel: KernelDocument; readonly active?: ArrayLike<number> }[];
  readonly [name: string]: unknown;
}

/** Hyperparameters that models choose beside those of the kernel. */
const hyperparameters = ["precision", "cost", "strength", "regularization", "functionPrecision", "noisePrecision"];

/** What a posterior has chosen. */
export function foundIn(posterior: Posterior): Found {
  const { parameters } = posterior.toDocument() as unknown as { readonly parameters: Parameters };
  const kernel = parameters.kernel ?? parameters.components?.kernel ?? parameters.members?.[0]?.kernel;
  const chosen = Object.entries(parameters).filter(
    (entry): entry is [string, number] => hyperparameters.includes(entry[0]) && typeof entry[1] === "number",
  );
  const relevance = columnRelevance(posterior)?.map(({ weight }) => weight);
  const kept = parameters.members?.[0]?.active?.length ?? parameters.rows?.rows;
  return {
    ...(kernel && { kernel }),
    ...(chosen.length > 0 && { chosen: Object.fromEntries(chosen) }),
    ...(posterior.chains && { largestRHat: Math.max(...posterior.chains.quantities.map(({ rHat }) => rHat)) }),
    ...(parameters.components && { projections: parameters.components.eigenvalues.length }),
    ...(relevance && { relevance }),
    ...(posterior.evidence !== undefined && { evidence: posterior.evidence }),
    ...(kept !== undefined && kept < posterior.training.rows.length && { keptRows: kept }),
  };
}

/** What a row of the store keeps. */
export function foundOf({ found }: Pick<ResultRow, "found">): Found {
  return found === "" ? {} : (JSON.parse(found) as Found);
}
