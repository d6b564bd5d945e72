import { quantileOfSorted } from "../../numeric/index.ts";

/** From the (1 − level)/2 to the (1 + level)/2 quantile of the resampled statistics, which are in ascending order. */
export function percentileInterval(sorted: Float64Array, level: number): { lower: number; upper: number } {
  return {
    lower: quantileOfSorted(sorted, (1 - level) / 2),
    upper: quantileOfSorted(sorted, (1 + level) / 2),
  };
}
