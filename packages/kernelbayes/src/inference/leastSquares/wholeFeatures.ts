import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { diagonal } from "../../matrix/diagonal.ts";
import { selectRows } from "../../matrix/selectRows.ts";
import type { Bias } from "./bias.ts";
import type { KernelFeatures, Penalty } from "./kernelFeatures.ts";
import { scaledFeatures } from "./scaledFeatures.ts";

/** What may be left of the trace of the kernel matrix. */
const tolerance = 1e-10;

/**
 * As `kernelFeatures`, with all rows as the basis: K ≈ G Gᵀ by the engine's pivoted factorization for the penalty αᵀKα; the
 * columns themselves for ‖α‖², since leaving one out would change it.
 */
export function wholeFeatures(
  engine: Engine,
  K: Matrix,
  penalty: Penalty,
  rootWeights: Float64Array,
  bias: Bias = "free",
): KernelFeatures {
  const n = K.rows;
  if (penalty === "coefficients") {
    const pivots = Int32Array.from({ length: n }, (_, i) => i);
    return { pivots, ...scaledFeatures(K, rootWeights, bias), factor: undefined, bias };
  }
  const { factor, pivots } = engine.incompleteCholesky(
    diagonal(K),
    (column) => K.data.subarray(column * n, (column + 1) * n),
    { tolerance },
  );
  return { pivots, ...scaledFeatures(factor, rootWeights, bias), factor: selectRows(factor, pivots), bias };
}
