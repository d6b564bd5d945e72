import { selectRows } from "../../../matrix/selectRows.ts";
import type { LatentRows } from "../search/latentSearch.ts";

/** Some of the rows of a search. */
export function chosenRows(rows: LatentRows, chosen: Int32Array): LatentRows {
  return {
    ...rows,
    X: selectRows(rows.X, chosen),
    signs: Float64Array.from(chosen, (row) => rows.signs[row]),
    weights: Float64Array.from(chosen, (row) => rows.weights[row]),
  };
}
