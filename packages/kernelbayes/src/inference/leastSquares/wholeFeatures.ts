import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { diagonal } from "../../matrix/diagonal.ts";
import { selectRows } from "../../matrix/selectRows.ts";
import { selectColumns } from "../../matrix/selectColumns.ts";
import { scaledAndCentered, type KernelFeatures, type Penalty } from "./kernelFeatures.ts";

/** What may be left of the trace of the kernel matrix. */
const tolerance = 1e-10;

/** As `kernelFeatures`, with all rows as the basis: K ≈ G Gᵀ by the engine's pivoted factorization. */
export function wholeFeatures(engine: Engine, K: Matrix, penalty: Penalty, rootWeights: Float64Array): KernelFeatures {
  const n = K.rows;
  const { factor, pivots } = engine.incompleteCholesky(
    diagonal(K),
    (column) => K.data.subarray(column * n, (column + 1) * n),
    { tolerance },
  );
  const raw = penalty === "function" ? factor : selectColumns(K, pivots);
  const { Z, means } = scaledAndCentered(raw, rootWeights);
  return { pivots, Z, means, factor: penalty === "function" ? selectRows(factor, pivots) : undefined };
}
