import { matrix, type Matrix } from "../engine/matrix.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import { centerColumns } from "../matrix/centerColumns.ts";
import type { LatentExpansion } from "../posterior/latentExpansion.ts";
import type { NumericPosterior } from "../posterior/numericPosterior.ts";
import type { LatentOutput } from "./latentOutputs.ts";

/** What is explained, as a function of encoded rows: a row for each row, a column for each output. */
export type ValueFunction = (X: Matrix) => Matrix;

/** Logarithms of probabilities below this say no more than that the class is out of question. */
const leastLog = /* @__PURE__ */ Math.log(1e-300);

/**
 * The log odds of each class, log p_c − mean_{k≠c} log p_k: against the geometric mean of the others. Of two classes these are the usual ones.
 */
export function logOddsOf(posterior: Pick<NumericPosterior, "probabilities">): ValueFunction {
  return (X) => {
    const { data, rows, columns: C } = posterior.probabilities(X).logProbabilities;
    const result = matrix(rows, C);
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      for (let c = 0; c < C; c++) sum += Math.max(leastLog, data[i * C + c]);
      for (let c = 0; c < C; c++) {
        const own = Math.max(leastLog, data[i * C + c]);
        result.data[i * C + c] = own - (sum - own) / (C - 1);
      }
    }
    return result;
  };
}

/** Contrasts of latent functions. */
export function latentValuesOf(expansion: LatentExpansion, outputs: readonly LatentOutput[]): ValueFunction {
  const engine = selectEngine();
  const M = expansion.functions.length;
  return (X) => {
    const values = matrix(X.rows, M);
    const add = (functions: readonly number[], part: Matrix): void =>
      part.data.forEach((value, at) => {
        const i = Math.floor(at / functions.length);
        values.data[i * M + functions[at % functions.length]] += value;
      });
    for (const { kernel, rows, functions, coefficients } of expansion.sums) {
      add(functions, engine.multiply(kernel.cross(engine, X, rows), coefficients));
    }
    for (const { center, functions, linear, quadratic } of expansion.polynomials) {
      const x = centerColumns(X, center);
      add(functions, engine.multiply(x, linear));
      if (quadratic) functions.forEach((m, place) => add([m], rowProducts(x, quadratic(x, place))));
    }
    const result = matrix(X.rows, outputs.length);
    outputs.forEach(({ contrast, offset }, c) => {
      for (let i = 0; i < X.rows; i++) {
        result.data[i * outputs.length + c] = contrast.reduce(
          (sum, g, m) => sum + g * (values.data[i * M + m] + expansion.constants[m]),
          offset,
        );
      }
    });
    return result;
  };
}

/** The inner product of each row of one matrix with that of the other. */
function rowProducts(one: Matrix, other: Matrix): Matrix {
  const result = matrix(one.rows, 1);
  one.data.forEach((value, at) => (result.data[Math.floor(at / one.columns)] += value * other.data[at]));
  return result;
}
