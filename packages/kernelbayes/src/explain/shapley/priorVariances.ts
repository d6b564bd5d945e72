import type { KernelTerm, LinearTerm, ProductTerm } from "../../kernels/parts/kernelTerms.ts";
import { columnMeans } from "../../matrix/centerColumns.ts";
import { row } from "../../matrix/row.ts";
import type { ExplainedRows } from "./kernelImages.ts";
import { owenPoints, owenRule } from "./owenRule.ts";

/**
 * The prior variance of each Shapley value as a functional of the latent function: F_j applied to both arguments of the kernel, for each row
 * and player. Owen's integral in both arguments,
 *
 *     mean over b, b′ of ∫∫ (k_xx − k_xb′ − k_bx + k_bb′) Π_{l≠j} [ts k_xx + t(1 − s) k_xb′ + (1 − t)s k_bx + (1 − t)(1 − s) k_bb′] dt ds,
 *
 * with the factors of player j before the product and those of player l in it. Gauss–Legendre with half as many points as players in either
 * argument is exact; `owenPoints` takes fewer where they do. O(B² p³) a row.
 */
export function priorVariances(terms: readonly KernelTerm[], rows: ExplainedRows): Float64Array {
  const { X, players } = rows;
  const variances = new Float64Array(X.rows * players);
  for (const term of terms) {
    if (term.kind === "linear") addLinear(term, rows, variances);
    else if (term.columns.length > 0) {
      for (let a = 0; a < X.rows; a++) addProduct(term, rows, a, variances.subarray(a * players, (a + 1) * players));
    }
  }
  return variances;
}

/** Σ_{j in the player} w_j (x_j − b̄_j)². */
function addLinear(
  { weights }: LinearTerm,
  { X, background, groups, players }: ExplainedRows,
  into: Float64Array,
): void {
  const p = X.columns;
  const means = background ? columnMeans(background) : new Float64Array(p);
  for (let a = 0; a < X.rows; a++) {
    for (let j = 0; j < p; j++) into[a * players + groups[j]] += weights[j] * (X.data[a * p + j] - means[j]) ** 2;
  }
}

function addProduct(term: ProductTerm, rows: ExplainedRows, a: number, into: Float64Array): void {
  const { X, background, groups } = rows;
  if (!background) return;
  const present = [...new Set(term.columns.map((j) => groups[j]))].toSorted((i, j) => i - j);
  const P = present.length;
  const columnsOf = present.map((player) => term.columns.filter((j) => groups[j] === player));
  const factors = (one: Float64Array, other: Float64Array): Float64Array =>
    Float64Array.from(columnsOf, (columns) => columns.reduce((k, j) => k * term.factor(j, one[j], other[j]), 1));
  const x = row(X, a);
  const B = background.rows;
  const backgroundRows = Array.from({ length: B }, (_, b) => row(background, b));
  const same = factors(x, x);
  const toRow = backgroundRows.map((b) => factors(x, b));
  const sums = new Float64Array(P);
  const add = doubleIntegral(P);
  for (let b = 0; b < B; b++) {
    for (let c = 0; c <= b; c++) {
      // The pair and its mirror image.
      const weight = (term.variance * (b === c ? 1 : 2)) / (B * B);
      add(same, toRow[c], toRow[b], factors(backgroundRows[b], backgroundRows[c]), weight, sums);
    }
  }
  present.forEach((player, k) => (into[player] += sums[k]));
}

/** Adds the double integral of one pair of background rows for each player; k_xx, k_xb′, k_bx and k_bb′ of the players. */
function doubleIntegral(
  P: number,
): (
  same: Float64Array,
  right: Float64Array,
  left: Float64Array,
  both: Float64Array,
  weight: number,
  sums: Float64Array,
) => void {
  const [factors, before, own] = Array.from({ length: 3 }, () => new Float64Array(P));
  return (same, right, left, both, weight, sums) => {
    own.fill(0);
    let [A, H] = [0, 0];
    for (let l = 0; l < P; l++) {
      const low = Math.min(same[l], right[l], left[l], both[l]);
      const step = Math.max(same[l], right[l], left[l], both[l]) - low;
      A += Math.abs(low + step / 2) - 1;
      H += step / 2;
    }
    const points = owenPoints(P, A, H);
    if (points === 0) return;
    const { nodes, weights } = owenRule(points);
    for (let i = 0; i < nodes.length; i++) {
      for (let j = 0; j < nodes.length; j++) {
        const [t, s] = [nodes[i], nodes[j]];
        let product = weights[i] * weights[j];
        for (let l = 0; l < P; l++) {
          const factor = t * (s * same[l] + (1 - s) * right[l]) + (1 - t) * (s * left[l] + (1 - s) * both[l]);
          before[l] = product;
          factors[l] = factor;
          product *= factor;
        }
        let behind = 1;
        for (let l = P - 1; l >= 0; l--) {
          own[l] += before[l] * behind;
          behind *= factors[l];
        }
      }
    }
    for (let l = 0; l < P; l++) sums[l] += weight * (same[l] - right[l] - left[l] + both[l]) * own[l];
  };
}
