import { NumericalError, selectRows, type Column, type Kernel, type Posterior, type Table } from "kernelbayes";
import { kernels, type KernelDocument } from "kernelbayes/kernels";
import { modelFromDocument } from "kernelbayes/models";
import { fitWork, progress, run, runSync, type RunOptions, type Work } from "kernelbayes/progress";
import { encode, tableOf } from "kernelbayes/table";
import type { EvidenceSurface } from "./evidenceContourChart.ts";
import { kernelOf } from "./kernelOf.ts";

export interface EvidenceSurfaceOptions {
  /** Values along each axis; the model is fitted at each pair of them. Default 13. */
  readonly steps?: number;
  /** How far the axes reach up and down from where the search ended, in powers of ten. Default 1.5. */
  readonly decades?: number;
  /** No surface is made of more training rows than this, as each fit takes their cube. Default 300. */
  readonly mostRows?: number;
}

/**
 * The log evidence of a posterior's model over two parameters of its kernel, around where the search ended: a fit at each pair
 * of values, all other parameters of the kernel kept, whatever else the model has chosen anew. The parameters are a length scale and a variance
 * where both were searched, else the first two. Undefined for models without an evidence or without one kernel, for more than two
 * classes, for kernels with fewer than two parameters that were searched, and for many rows.
 *
 * @example const surface = await evidenceSurface(posterior, table); if (surface) evidenceContourChart(surface);
 */
export function evidenceSurface(
  posterior: Posterior,
  table: Table,
  options: EvidenceSurfaceOptions & Pick<RunOptions, "signal" | "onProgress"> = {},
): Promise<EvidenceSurface | undefined> {
  const { signal, onProgress, ...rest } = options;
  return run(evidenceSurfaceWork(posterior, table, rest), { signal, onProgress });
}

/** The same as work that yields its progress. */
export function* evidenceSurfaceWork(
  posterior: Posterior,
  table: Table,
  { steps = 13, decades = 1.5, mostRows = 300 }: EvidenceSurfaceOptions = {},
): Work<EvidenceSurface | undefined> {
  if (!(Number.isInteger(steps) && steps >= 3)) {
    throw new RangeError(`steps must be a whole number of at least 3; got ${steps}.`);
  }
  if (!(decades > 0)) throw new RangeError(`decades must be greater than 0; got ${decades}.`);
  const kernel = kernelOf(posterior);
  const pair = kernel && searchedPair(kernel);
  const isTold = posterior.evidence !== undefined && posterior.classes.length === 2;
  if (!isTold || !pair || posterior.training.rows.length > mostRows) return undefined;
  const values = kernel.parameters.map(({ value }) => value);
  const [x, y] = pair.map((at) =>
    Array.from({ length: steps }, (_, step) => values[at] * 10 ** (decades * ((2 * step) / (steps - 1) - 1))),
  );
  const rows = encodedRows(posterior, table);
  const surface = new Float64Array(steps * steps);
  for (let at = 0; at < surface.length; at++) {
    const moved = values.with(pair[0], x[at % steps]).with(pair[1], y[Math.floor(at / steps)]);
    surface[at] = evidenceOf(posterior, kernel.withValues(moved), rows);
    yield progress("evidence", at + 1, surface.length);
  }
  return {
    parameters: titlesOf(pair.map((at) => kernel.parameters[at].name)),
    x,
    y,
    values: surface,
    optimum: [values[pair[0]], values[pair[1]]],
  };
}

/** The places of two parameters that were searched. */
function searchedPair({ parameters }: Kernel): readonly [number, number] | undefined {
  const free = Array.from(parameters.keys()).filter((at) => !parameters[at].fixed && parameters[at].value > 0);
  const named = (ending: string): number | undefined => free.find((at) => parameters[at].name.endsWith(ending));
  const [scale, variance] = [named("lengthScale"), named("variance")];
  if (scale !== undefined && variance !== undefined) return [scale, variance];
  return free.length >= 2 ? [free[0], free[1]] : undefined;
}

/** "length scale" for "terms[0].kernel.lengthScale"; whole paths where two would be called the same. */
function titlesOf(names: readonly string[]): readonly [string, string] {
  const [first, second] = names.map((name) =>
    name
      .split(".")
      .at(-1)!
      .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .replace(/\[(\d+)\]$/, (_, column: string) => ` of column ${Number(column) + 1}`),
  );
  return first === second ? [names[0], names[1]] : [first, second];
}

const label = "class";
const weight = "weight";

/** The training rows as the model saw them, as a table of their own. */
function encodedRows({ encoding, training, classes }: Posterior, table: Table): Table {
  const X = encode(encoding, selectRows(table, training.rows));
  const numbers = (name: string, values: Float64Array): Column => ({ name, type: "number", values });
  return tableOf([
    ...Array.from({ length: X.columns }, (_, j) =>
      numbers(
        `column ${j + 1}`,
        Float64Array.from({ length: X.rows }, (_, row) => X.data[row * X.columns + j]),
      ),
    ),
    { name: label, type: "text", codes: Int32Array.from(training.classes), levels: classes },
    ...(training.weights ? [numbers(weight, Float64Array.from(training.weights))] : []),
  ]);
}

/** These models take no start but the kernel they are given. */
const withoutStarts = ["gpc", "btsvc"];

function evidenceOf(posterior: Posterior, kernel: Kernel, rows: Table): number {
  // What the model chose its kernel by has no place beside a kernel that is given.
  const { ard: _, ...options } = posterior.model;
  const model = modelFromDocument({
    ...options,
    kernel: allFixed(kernel.toDocument()),
    ...(withoutStarts.includes(posterior.model.name) && { starts: [] }),
  });
  const weights = posterior.training.weights && { weights: weight };
  try {
    const { evidence } = runSync(
      fitWork(model, rows, { target: label, seed: posterior.seed, standardize: "none", ...weights }),
      {},
    );
    return evidence ?? Number.NaN;
  } catch (error) {
    // Some corners of the surface are beyond arithmetic: a hole in the surface, as its description says.
    if (error instanceof NumericalError) return Number.NaN;
    throw error;
  }
}

/** A kernel's document, and those of the kernels within, with all parameters fixed. */
function allFixed(document: KernelDocument): KernelDocument {
  const inner = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(inner) : isKernelDocument(value) ? allFixed(value) : value;
  const parts = Object.fromEntries(Object.entries(document).map(([name, value]) => [name, inner(value)]));
  return {
    ...parts,
    kind: document.kind,
    ...("fixed" in document && {
      fixed: kernels[document.kind as keyof typeof kernels].parameters.map(({ name }) => name),
    }),
  };
}

function isKernelDocument(value: unknown): value is KernelDocument {
  return typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";
}
