import type { FitRecord } from "../data/fitRecord.ts";

/** How much worse than the best fit on the same folds a fit is, per row, with the ends of a 95 % interval. */
export interface Difference {
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
}

/** The fits that share the folds of a given one, and the best among them by log loss. */
export function bestOnFolds(fits: readonly FitRecord[], folds: string): FitRecord | undefined {
  const same = fits.filter((fit) => fit.folds === folds && fit.losses.length > 0);
  return same.reduce<FitRecord | undefined>(
    (best, fit) => (!best || mean(fit.losses) < mean(best.losses) ? fit : best),
    undefined,
  );
}

/** The difference of two fits on the same rows: of each row the losses are paired, so that what rows have in common goes out. */
export function differenceOf(fit: FitRecord, best: FitRecord): Difference | undefined {
  const count = fit.losses.length;
  if (fit.folds !== best.folds || best.losses.length !== count || count < 2) return undefined;
  const differences = fit.losses.map((loss, row) => loss - best.losses[row]);
  const center = mean(differences);
  const variance = differences.reduce((sum, value) => sum + (value - center) ** 2, 0) / (count - 1);
  const half = 1.96 * Math.sqrt(variance / count);
  return { mean: center, lower: center - half, upper: center + half };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
