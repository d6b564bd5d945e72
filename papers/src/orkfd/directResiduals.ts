import { NumericalError, type Matrix } from "kernelbayes";
import { matrix, type Engine } from "kernelbayes/engine";

/**
 * Leave-one-out residuals at each value of log μ from a factorization of its own, without canonical coordinates: with
 * M = K² + μI, η = M⁻¹1 and ν = M⁻¹t,
 *
 *     eᵢ = (νᵢ − bηᵢ) / ([M⁻¹]ᵢᵢ − ηᵢ²/Σ η),   b = Σ ν / Σ η.
 *
 * O(n³) for each value, where the canonical form takes O(n²).
 */
export function* directResiduals(
  engine: Engine,
  K: Matrix,
  targets: Float64Array,
  grid: readonly number[],
): Generator<Float64Array> {
  const n = K.rows;
  const right = matrix(n, 2);
  targets.forEach((target, i) => right.data.set([1, target], 2 * i));
  const square = engine.symmetricProduct(K);
  for (const logMu of grid) {
    const M = matrix(n, n, square.data.slice());
    for (let i = 0; i < n; i++) M.data[i * n + i] += Math.exp(logMu);
    const result = engine.cholesky(M);
    if (!result.ok) throw new NumericalError("not-positive-definite", `K² + μI was not factored at log μ = ${logMu}.`);
    const inverse = engine.inverseFactored(result.factor);
    const solved = engine.multiply(inverse, right);
    let S = 0;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      S += solved.data[2 * i];
      sum += solved.data[2 * i + 1];
    }
    yield Float64Array.from({ length: n }, (_, i) => {
      const eta = solved.data[2 * i];
      return (solved.data[2 * i + 1] - (sum / S) * eta) / (inverse.data[i * n + i] - (eta * eta) / S);
    });
  }
}
