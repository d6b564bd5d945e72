import { owenPoints, owenRule } from "./owenRule.ts";

/**
 * Adds to `out` the Shapley values of a product with two states for each player: u where a player takes part and w where it does not,
 *
 *     v(S) = weight · Π_{l∈S} u_l · Π_{l∉S} w_l.
 *
 * By Owen's integral, with every other player in with probability t,
 *
 *     φ_j = Σ_{S∌j} |S|!(p − |S| − 1)!/p! [v(S ∪ j) − v(S)] = weight (u_j − w_j) ∫₀¹ Π_{l≠j} ((1 − t) w_l + t u_l) dt,
 *
 * since ∫ tˢ(1 − t)^(p−s−1) dt = s!(p − s − 1)!/p!. With w = 1 the integral is Σ_s s!(p − s − 1)!/p! e_s(u without j), e_s the elementary
 * symmetric polynomials. Gauss–Legendre is exact for it with p/2 points, and adds up products of positive numbers: nothing cancels, and
 * nothing is divided. At each point the products without j come from those before j and those behind it, O(p).
 */
export type ProductImages = (
  u: Float64Array,
  uAt: number,
  w: Float64Array,
  wAt: number,
  weight: number,
  out: Float64Array,
  outAt: number,
) => void;

/** `ProductImages` for so many players, with memory of their own. */
export function productImages(players: number): ProductImages {
  const who = new Int32Array(players);
  const [steps, starts, factors, before, sums] = Array.from({ length: 5 }, () => new Float64Array(players));
  return (u, uAt, w, wAt, weight, out, outAt) => {
    // Players whose two states are the same have the value 0 and are a constant for the others.
    let constant = weight;
    let K = 0;
    let A = 0;
    let H = 0;
    for (let l = 0; l < players; l++) {
      const low = w[wAt + l];
      const step = u[uAt + l] - low;
      if (step === 0) {
        constant *= low;
        continue;
      }
      who[K] = l;
      steps[K] = step;
      starts[K++] = low;
      A += Math.abs(low + step / 2) - 1;
      H += Math.abs(step) / 2;
    }
    if (constant === 0 || K === 0) return;
    const points = owenPoints(K, A, H);
    if (points === 0) return;
    const { nodes, weights } = owenRule(points);
    for (let k = 0; k < K; k++) sums[k] = 0;
    for (let a = 0; a < points; a++) {
      const t = nodes[a];
      let product = weights[a];
      for (let k = 0; k < K; k++) {
        const factor = starts[k] + t * steps[k];
        before[k] = product;
        factors[k] = factor;
        product *= factor;
      }
      let behind = 1;
      for (let k = K - 1; k >= 0; k--) {
        sums[k] += before[k] * behind;
        behind *= factors[k];
      }
    }
    for (let k = 0; k < K; k++) out[outAt + who[k]] += constant * steps[k] * sums[k];
  };
}
