import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { column, selectRows } from "../../../matrix/row.ts";
import { logNormalCdf } from "../../../numeric/normalCdf.ts";
import { ownVariances } from "../../../rows/kernel/kernelOnRows.ts";
import { lowRankKernel } from "../../../rows/kernel/lowRankKernel.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";

/** How the rows of a sparse kernel are chosen. */
export type FisherBasis = "pivoted" | "informative";

export interface PivotSettings {
  /** The largest number of pivots. */
  readonly rank: number;
  readonly basis: FisherBasis;
  /** β and d of the discriminant, which say what a label tells of a projection. */
  readonly precision: number;
  readonly distance: number;
  /** Pivots end where so little of the kernel is left (`lowRankKernel`). */
  readonly tolerance?: number;
}

/** The rows that a sparse kernel is made of, in the order of their choice. */
export function choosePivots(
  engine: Engine,
  kernel: Kernel,
  rows: LabelledRows,
  { basis, ...settings }: PivotSettings,
): Int32Array {
  const { rank, tolerance = 1e-10 } = settings;
  if (basis === "pivoted") return lowRankKernel(engine, kernel, rows.X, { rank, tolerance }).pivots;
  const chosen = informativeRows(engine, kernel, rows, settings);
  // Of rows that are nearly alike some have to go: their columns must not depend on each other.
  const { pivots } = lowRankKernel(engine, kernel, selectRows(rows.X, chosen), { rank: chosen.length, tolerance });
  return pivots.toSorted().map((at) => chosen[at]);
}

/** The slope of a normal distribution function that is closest to a logistic one. */
const probitSlope = Math.sqrt(Math.PI / 8);

/** A row that leaves the entropy as it is, but for rounding, ends the choice. */
const leastGain = 1e-12;

/**
 * The rows that say most about the latent function, one after the other, as in the informative vector machine (N. D. Lawrence, M. Seeger & R.
 * Herbrich). A label tells of its projection by the odds of the discriminant, log P(1|f)/P(0|f) = d β' f + log n₁/n₀ with β' = β/(1 + βη), η the nugget, in
 * the form of a probit Φ(y(λf + c)). With mean μ and variance s of a row, given those chosen before, and u = y(λμ + c)/√(1 + λ²s), h = φ(u)/Φ(u),
 *
 *     α = yλh/√(1 + λ²s),   ν = λ²h(h + u)/(1 + λ²s),   gain −½ log(1 − νs);   μ ← μ + αk,   s ← s − νk²,
 *
 * k being its covariances with all rows. O(nm²) and m kernel columns, as pivots.
 */
export function informativeRows(
  engine: Engine,
  kernel: Kernel,
  { X, classes, weights }: LabelledRows,
  { rank, precision, distance }: Pick<PivotSettings, "rank" | "precision" | "distance">,
): Int32Array {
  const n = X.rows;
  const own = ownVariances(kernel, X);
  const variance = kernel.diagonal(X).map((value, i) => Math.max(0, value - own[i]));
  const mean = new Float64Array(n);
  const upper = classes.reduce((sum, q, i) => sum + q * weights[i], 0);
  const total = weights.reduce((sum, w) => sum + w, 0);
  const shift = probitSlope * Math.log(upper / (total - upper));
  const slopes = own.map((eta) => (probitSlope * distance * precision) / (1 + precision * eta));
  const tells = (i: number): SiteOfRow => siteOf(mean[i], variance[i], classes[i] === 1 ? 1 : -1, slopes[i], shift);
  const parts: Float64Array[] = [];
  const chosen: number[] = [];
  const isChosen = new Uint8Array(n);
  while (chosen.length < Math.min(rank, n)) {
    let best = -1;
    let most = leastGain;
    for (let i = 0; i < n; i++) {
      if (isChosen[i]) continue;
      const gain = tells(i).curvature * variance[i];
      if (gain > most) [best, most] = [i, gain];
    }
    if (best < 0) break;
    const { slope, curvature } = tells(best);
    const covariances = column(kernel.cross(engine, X, selectRows(X, [best])), 0);
    for (const part of parts) {
      const share = part[best];
      for (let i = 0; i < n; i++) covariances[i] -= share * part[i];
    }
    const root = Math.sqrt(curvature);
    for (let i = 0; i < n; i++) {
      mean[i] += slope * covariances[i];
      variance[i] = Math.max(0, variance[i] - curvature * covariances[i] * covariances[i]);
      covariances[i] *= root;
    }
    parts.push(covariances);
    isChosen[best] = 1;
    chosen.push(best);
  }
  return Int32Array.from(chosen);
}

interface SiteOfRow {
  /** α, the derivative of log P(label) in the mean of the row. */
  readonly slope: number;
  /** ν, minus the second one. */
  readonly curvature: number;
}

function siteOf(mean: number, variance: number, sign: number, lambda: number, shift: number): SiteOfRow {
  const spread = 1 + lambda * lambda * variance;
  const u = (sign * (lambda * mean + shift)) / Math.sqrt(spread);
  const h = Math.exp(-0.5 * u * u - 0.5 * Math.log(2 * Math.PI) - logNormalCdf(u));
  return { slope: (sign * lambda * h) / Math.sqrt(spread), curvature: (lambda * lambda * h * (h + u)) / spread };
}
