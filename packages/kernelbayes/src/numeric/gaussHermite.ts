import type { QuadratureRule } from "./gaussLegendre.ts";

/**
 * The Gauss–Hermite rule with n points for ∫ exp(−x²) f(x) dx over the whole line, exact for polynomials of degree 2n − 1. The
 * expectation of f under a normal distribution is Σᵢ weights[i] f(mean + √2 deviation · nodes[i]) / √π. Outer weights underflow
 * to 0 for n above about 370.
 *
 * Newton's method on the orthonormal polynomials, from the zeros of the semiclassical (WKB) wave function.
 */
export function gaussHermite(n: number): QuadratureRule {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`A quadrature rule needs at least one point; got ${n}.`);
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let k = 1; k <= Math.ceil(n / 2); k++) {
    let x = 2 * k - 1 === n ? 0 : start(n, k);
    for (let step = 0; step < 6; step++) {
      const { value, previous } = hermite(n, x);
      x -= value / (Math.sqrt(2 * n) * previous); // pₙ′ = √(2n) pₙ₋₁
    }
    const { previous, logScale } = hermite(n, x);
    nodes[k - 1] = -x;
    nodes[n - k] = x; // last, so that the middle is 0 and not −0
    weights[n - k] = Math.exp(-2 * logScale) / (n * previous * previous);
    weights[k - 1] = weights[n - k];
  }
  return { nodes, weights };
}

/** About the k-th zero from the right: x = √N cos θ with N = 2n + 1 and ½N (θ − ½ sin 2θ) = (k − ¼) π. */
function start(n: number, k: number): number {
  const area = ((2 * k - 0.5) * Math.PI) / (2 * n + 1);
  let theta = Math.cbrt(1.5 * area);
  for (let step = 0; step < 6; step++) theta -= (theta - 0.5 * Math.sin(2 * theta) - area) / (2 * Math.sin(theta) ** 2);
  return Math.sqrt(2 * n + 1) * Math.cos(theta);
}

/** pₙ(x) and pₙ₋₁(x), orthonormal for exp(−x²), both divided by exp(logScale) so that neither overflows. */
function hermite(n: number, x: number): { value: number; previous: number; logScale: number } {
  let previous = 0;
  let value = Math.PI ** -0.25;
  let logScale = 0;
  for (let k = 0; k < n; k++) {
    const next = x * Math.sqrt(2 / (k + 1)) * value - Math.sqrt(k / (k + 1)) * previous;
    previous = value;
    value = next;
    if (Math.abs(value) > 1e100) {
      previous *= 1e-100;
      value *= 1e-100;
      logScale += 100 * Math.LN10;
    }
  }
  return { value, previous, logScale };
}
