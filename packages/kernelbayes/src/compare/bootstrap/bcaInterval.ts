import { InputError, type Warning } from "../../errors.ts";
import { thatRow, wording } from "../../wording.ts";
import { normalCdf, normalQuantile, quantileOfSorted } from "../../numeric/index.ts";

/**
 * The bias-corrected and accelerated interval: percentiles of the resampled statistics (in ascending order) at
 *
 *     Φ(z₀ + (z₀ + z)/(1 − a (z₀ + z))),     z = Φ⁻¹((1 ± level)/2),
 *
 * where z₀ = Φ⁻¹(share of resampled statistics below the estimate, equal ones counting half) corrects the bias in the
 * middle, and the acceleration a the growth of the standard error with the statistic. With θ₍ᵢ₎ the statistic without row i, and
 * Uᵢ = (n_s − 1)(mean θ₍.₎ − θ₍ᵢ₎)/n_s within each stratum s of n_s rows,
 *
 *     a = Σ Uᵢ³ / (6 (Σ Uᵢ²)^{3/2}),
 *
 * 0 where no row matters. The only row of a stratum is in every resample, and has no part in a.
 * (B. Efron, *JASA* 82, 1987; several samples as in Davison & Hinkley, *Bootstrap Methods and their Application*, 1997, 3.2.)
 */
export function bcaInterval(
  sorted: Float64Array,
  estimate: number,
  level: number,
  strata: readonly Int32Array[],
  leaveOneOut: (row: number) => number,
): { lower: number; upper: number; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const below = sorted.reduce((sum, value) => sum + (value < estimate ? 1 : value === estimate ? 0.5 : 0), 0);
  if (below === 0 || below === sorted.length) {
    warnings.push({
      code: "estimate-outside-resamples",
      message: `All ${sorted.length} resampled statistics lie on one side of the estimate, so that its bias cannot be corrected for more than that number shows. The statistic may not suit the bootstrap, as a largest value does not.`,
    });
  }
  // With B resamples a share cannot be told from 1/(2B).
  const share = Math.min(Math.max(below, 0.5), sorted.length - 0.5) / sorted.length;
  const z0 = normalQuantile(share);
  const a = acceleration(strata, leaveOneOut);
  const endpoint = (q: number): number => {
    const shifted = z0 + normalQuantile(q);
    const scale = 1 - a * shifted;
    // At the pole of the transformation the percentile has long reached the end.
    const percentile = scale > 0 ? normalCdf(z0 + shifted / scale) : shifted > 0 ? 1 : 0;
    return quantileOfSorted(sorted, percentile);
  };
  return { lower: endpoint((1 - level) / 2), upper: endpoint((1 + level) / 2), warnings };
}

function acceleration(strata: readonly Int32Array[], leaveOneOut: (row: number) => number): number {
  let squares = 0;
  let cubes = 0;
  for (const rows of strata) {
    const n = rows.length;
    if (n === 1) continue;
    const without = Float64Array.from(rows, leaveOneOut);
    const undefinedAt = without.findIndex((value) => !Number.isFinite(value));
    if (undefinedAt >= 0) {
      throw new InputError(
        "undefined-statistic",
        wording`The statistic is not finite without row ${thatRow}, so that a BCa interval cannot be made.`,
        { row: rows[undefinedAt] + 1 },
        'Give strata that keep the row (the only one of its class?), or choose method: "percentile".',
      );
    }
    const mean = without.reduce((sum, value) => sum + value / n, 0);
    for (const value of without) {
      const influence = ((n - 1) * (mean - value)) / n;
      squares += influence ** 2;
      cubes += influence ** 3;
    }
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
