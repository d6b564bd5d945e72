import { gaussLegendre, type QuadratureRule } from "../../numeric/gaussLegendre.ts";

/** Rules on [0, 1] by their number of points, made when first asked for. */
const rules: QuadratureRule[] = [];

/** The Gauss–Legendre rule of so many points on [0, 1]. */
export function owenRule(points: number): QuadratureRule {
  const known = rules[points];
  if (known) return known;
  const { nodes, weights } = gaussLegendre(points);
  return (rules[points] = { nodes: nodes.map((t) => (1 + t) / 2), weights: weights.map((w) => w / 2) });
}

/**
 * What the bound may leave of an integral, for a kernel of size 1. It is far from sharp: where it says 1e-14, rules are right to 1e-16 with a point or two fewer.
 */
const tolerance = 1e-14;

/** What an ellipse says of the error of a rule. */
interface EllipseBound {
  readonly reach: number;
  readonly rate: number;
  readonly rest: number;
}

/** Bernstein ellipses: (ρ + 1/ρ)/2, 2 log ρ, and log of (32/15)/(1 − ρ⁻²) times e over the tolerance. */
export const ellipses: readonly EllipseBound[] = /* @__PURE__ */ [1.3, 1.7, 2.2, 3, 4, 5.5, 8, 12, 20, 40].map(
  (rho) => ({
    reach: (rho + 1 / rho) / 2,
    rate: 2 * Math.log(rho),
    rest: Math.log(((32 / 15) * Math.E) / (1 - rho ** -2) / tolerance),
  }),
);

/** An integral of such a logarithm is nothing but rounding. */
const negligible = /* @__PURE__ */ Math.log(1e-16) - 2;

/**
 * How many points integrate Π_{l≠j} ((1 − t) w_l + t u_l) over [0, 1] to 1e-14 by a bound that is far from sharp, for each of so many players j; 0 where all of it is less.
 *
 * The integrand is a polynomial of degree players − 1, for which half as many points are exact. Fewer will do where it bends little: on the
 * Bernstein ellipse ρ around [0, 1] a factor is at most |u + w|/2 + R |u − w|/2 with R = (ρ + 1/ρ)/2, and so the product at most
 * exp(A + R H + 1), with A = Σ (|u + w|/2 − 1) and H = Σ |u − w|/2. The error of m points is then at most (32/15) exp(A + R H + 1) ρ⁻²ᵐ/(1 − ρ⁻²)
 * (Trefethen, *Approximation Theory and Approximation Practice*, Theorem 19.3).
 */
export function owenPoints(players: number, A: number, H: number): number {
  if (A + H < negligible) return 0;
  let least = Math.ceil(players / 2);
  for (const { reach, rate, rest } of ellipses) {
    const points = Math.ceil((A + reach * H + rest) / rate);
    if (points < least) least = points;
  }
  return Math.max(1, least);
}
