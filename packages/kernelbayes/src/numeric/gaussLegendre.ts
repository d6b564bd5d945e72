/** Nodes and weights of a quadrature rule, nodes in ascending order: ∫ w(x) f(x) dx ≈ Σᵢ weights[i] f(nodes[i]). */
export interface QuadratureRule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/**
 * The Gauss–Legendre rule with n points on [−1, 1], exact for polynomials of degree 2n − 1.
 *
 * Newton's method in θ, x = cos θ, from the starts θₖ ≈ π (4k − 1) / (4n + 2) (Tricomi). Weights are 2 / (dPₙ/dθ)². The
 * recurrence runs over the differences Pₖ − Pₖ₋₁ and 1 − x = 2 sin²(θ/2), which keeps the digits next to ±1.
 */
/* @__NO_SIDE_EFFECTS__ */
export function gaussLegendre(n: number): QuadratureRule {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`A quadrature rule needs at least one point; got ${n}.`);
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let k = 1; k <= Math.ceil(n / 2); k++) {
    let theta = (Math.PI * (4 * k - 1)) / (4 * n + 2);
    for (let step = 0; step < 4; step++) {
      const { polynomial, slope } = legendre(n, theta);
      theta -= polynomial / slope;
    }
    const middle = 2 * k - 1 === n;
    nodes[k - 1] = -Math.cos(theta);
    nodes[n - k] = middle ? 0 : Math.cos(theta);
    weights[n - k] = 2 / legendre(n, middle ? Math.PI / 2 : theta).slope ** 2;
    weights[k - 1] = weights[n - k];
  }
  return { nodes, weights };
}

/** Pₙ(cos θ) and its derivative in θ, n (x Pₙ − Pₙ₋₁) / sin θ, for 0 < θ ≤ π/2. */
function legendre(n: number, theta: number): { polynomial: number; slope: number } {
  const toOne = 2 * Math.sin(theta / 2) ** 2;
  let polynomial = 1;
  let difference = 0; // Pₖ − Pₖ₋₁
  for (let k = 0; k < n; k++) {
    difference = (k * difference - (2 * k + 1) * toOne * polynomial) / (k + 1);
    polynomial += difference;
  }
  return { polynomial, slope: (n * (difference - toOne * polynomial)) / Math.sin(theta) };
}
