import { selectRows, type Posterior, type Table } from "kernelbayes";
import { type Work } from "kernelbayes/progress";
import { encode } from "kernelbayes/table";
import type { ExperimentInput, Measured, ResultRow } from "@kernelbayes/experiment/node";
import { fitStudy } from "../fitStudy.ts";
import { foundOf, type Found } from "../found.ts";

/** What is kept of a fit of the trigonometric classifier. */
interface SupportFound extends Found {
  /** Training rows that are support vectors. Equal rows are one in the machine, and as many as they are here. */
  readonly supportVectors: number;
}

/** Fits the trigonometric classifier, measures it, and counts its support vectors as the paper does. */
export function* supportTask(input: ExperimentInput): Work<Measured> {
  const { posterior, train, measured, found } = yield* fitStudy(input);
  const kept: SupportFound = { ...found, supportVectors: supportVectorsOf(posterior, train) };
  return { ...measured, found: JSON.stringify(kept) };
}

/** What a row of the store keeps of it. */
export function supportOf(row: Pick<ResultRow, "found">): number {
  return (foundOf(row) as SupportFound).supportVectors;
}

interface Parameters {
  readonly rows: { readonly columns: number; readonly data: readonly number[] };
  readonly members: readonly { readonly active: readonly number[]; readonly coefficients: readonly number[] }[];
}

function supportVectorsOf(posterior: Posterior, train: Table): number {
  const { parameters } = posterior.toDocument() as unknown as { readonly parameters: Parameters };
  const [{ active, coefficients }] = parameters.members;
  const { columns, data } = parameters.rows;
  // The sign of a coefficient is the class of its row.
  const keyOf = (values: ArrayLike<number>, row: number, isPositive: boolean): string =>
    `${isPositive ? "+" : "−"} ${Array.from({ length: columns }, (_, j) => values[row * columns + j]).join(" ")}`;
  const support = new Set(active.map((row, at) => keyOf(data, row, coefficients[at] > 0)));
  const { training, encoding } = posterior;
  const X = encode(encoding, selectRows(train, training.rows));
  return training.classes.filter((q, row) => support.has(keyOf(X.data, row, q === 1))).length;
}
