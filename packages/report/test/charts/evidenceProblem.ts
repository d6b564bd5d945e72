import { fitSync, gaussianProcess, type Posterior, type Table } from "kernelbayes";
import { banana } from "kernelbayes/data";

export function bananaRows(rows: number): Table {
  return banana({ rows, seed: 3 });
}

/** A small Gaussian process by Laplace's method, which has an evidence and a kernel. */
export function gaussianProcessOf(table: Table): { readonly posterior: Posterior; readonly table: Table } {
  const model = gaussianProcess({ inference: "laplace", starts: [1] });
  return { posterior: fitSync(model, table, { target: "class" }), table };
}
