import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { selectRows } from "../../../matrix/row.ts";
import type { Bias } from "../canonical/bias.ts";
import type { FeatureSource, KernelFeatures, Penalty } from "./kernelFeatures.ts";
import { scaledFeatures } from "../expansion/scaledFeatures.ts";

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
  const { features, pivots, factor } = featuresOfAll(engine, K, penalty);
  return { pivots, ...scaledFeatures(features, rootWeights, bias), factor, bias };
}

/** The same features as `featureSource` gives them. */
export function wholeSource(engine: Engine, K: Matrix, penalty: Penalty): FeatureSource {
  const { features, pivots, factor } = featuresOfAll(engine, K, penalty);
  const { data, columns } = features;
  return {
    rows: K.rows,
    pivots,
    factor,
    between: (start, end) => matrix(end - start, columns, data.subarray(start * columns, end * columns)),
    of: (rows) => selectRows(features, rows),
  };
}

function featuresOfAll(
  engine: Engine,
  K: Matrix,
  penalty: Penalty,
): Pick<KernelFeatures, "pivots" | "factor"> & { readonly features: Matrix } {
  const n = K.rows;
  if (penalty === "coefficients") {
    return { features: K, pivots: Int32Array.from({ length: n }, (_, i) => i), factor: undefined };
  }
  const { factor, pivots } = engine.incompleteCholesky(
    diagonal(K),
    (column) => K.data.subarray(column * n, (column + 1) * n),
    { tolerance },
  );
  return { features: factor, pivots, factor: selectRows(factor, pivots) };
}
