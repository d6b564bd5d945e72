import type { Engine } from "../../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { composite, gaussian, nugget, scale, sum, type Kernel } from "../../../src/kernels/index.ts";
import { fromRows, toRows } from "../../../src/matrix/row.ts";

interface Input {
  readonly kind: "rbf" | "ard";
  readonly theta: readonly number[];
  readonly X: readonly (readonly number[])[];
  readonly Z: readonly (readonly number[])[];
}

/** Kernel matrices and their derivatives in the logarithms of θ, in the shape of the golden file "kernels". */
export function kernels(caseInput: unknown): unknown {
  const { kind, theta, X, Z } = caseInput as Input;
  const x = fromRows(X);
  const z = fromRows(Z);
  const kernel = kind === "rbf" ? radialBasis(theta) : ard(theta);
  const engine = selectEngine();
  const derivatives = derivativeMatrices(engine, kernel, x);
  return {
    K: toRows(kernel.matrix(engine, x)),
    Ks: toRows(kernel.cross(engine, x, z)),
    kss: Array.from(kernel.diagonal(z)),
    // θ₂ = 1/ℓ², so that ∂/∂log θ₂ = −½ ∂/∂log ℓ.
    dK_dLogTheta: kind === "rbf" ? derivatives.map((D, j) => (j === 1 ? times(D, -0.5) : D)) : derivatives,
  };
}

/** The kernel of the golden files: θ₁ exp(−½ θ₂ ‖x − z‖²) + θ₃ for a row with itself. */
export function radialBasis([variance, inverseSquaredLength, noise]: readonly number[]): Kernel {
  const smooth = scale(gaussian({ lengthScale: 1 / Math.sqrt(inverseSquaredLength) }), { variance });
  return noise > 0 ? sum(smooth, nugget({ variance: noise })) : smooth;
}

function ard([variance, inverseSquaredLength, linear, bias, nugget, ...relevance]: readonly number[]): Kernel {
  return composite({ variance, inverseSquaredLength, linear, bias, nugget, relevance });
}

/** One matrix a parameter, entry by entry: the gradient contracted with (E_ab + E_ba)/2. */
function derivativeMatrices(engine: Engine, kernel: Kernel, x: Matrix): number[][][] {
  const n = x.rows;
  const result = kernel.parameters.map(() => Array.from({ length: n }, () => new Array<number>(n).fill(0)));
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      const weights = matrix(n, n);
      weights.data[a * n + b] += 0.5;
      weights.data[b * n + a] += 0.5;
      kernel.gradient(engine, x, weights).forEach((value, j) => (result[j][a][b] = value));
    }
  }
  return result;
}

function times(rows: number[][], factor: number): number[][] {
  return rows.map((row) => row.map((value) => value * factor));
}
