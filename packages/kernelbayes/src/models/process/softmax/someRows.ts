import { selectRows } from "../../../matrix/selectRows.ts";
import { permutation } from "../../../random/permutation.ts";
import { stream } from "../../../random/stream.ts";
import type { SoftmaxSearchRows } from "./startSearch.ts";

/** Rows of each class that a part has at least, where there are so many. */
const rowsOfClass = 8;

/** At most about so many of the rows, chosen by the seed, the small classes with eight rows at least. */
export function someRows(rows: SoftmaxSearchRows, most: number, seed: number): SoftmaxSearchRows {
  const n = rows.X.rows;
  if (n <= most) return rows;
  const order = permutation(stream(seed, most), n);
  const seen = new Int32Array(rows.classCount);
  const first: number[] = [];
  const later: number[] = [];
  for (const row of order) (seen[rows.classes[row]]++ < rowsOfClass ? first : later).push(row);
  const chosen = Int32Array.from([...first, ...later.slice(0, Math.max(0, most - first.length))]).toSorted();
  return {
    ...rows,
    X: selectRows(rows.X, chosen),
    classes: Int32Array.from(chosen, (row) => rows.classes[row]),
    weights: Float64Array.from(chosen, (row) => rows.weights[row]),
  };
}
