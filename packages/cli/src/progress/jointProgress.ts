import type { OverallProgress } from "kernelbayes/progress";

/** The progress of one of several fits. */
export interface FitProgress {
  readonly onProgress: (progress: OverallProgress) => void;
  /** The fit is over, also if it failed. */
  end(): void;
}

/** Reports fits that are under way together as one stage: each counts by its estimated work and by how far it has come. */
export function jointProgress(
  weights: readonly number[],
  report: (progress: OverallProgress) => void,
): (fit: number) => FitProgress {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const fractions = new Float64Array(weights.length);
  let done = 0;
  let reached = 0;
  const tell = (): void => {
    const sum = fractions.reduce((part, fraction, fit) => part + weights[fit] * fraction, 0) / total;
    // Sums of shares may miss 1 by rounding.
    reached = done === weights.length ? 1 : Math.min(1, Math.max(reached, sum));
    report({ kind: "progress", stage: "fits", step: done, of: weights.length, fraction: reached });
  };
  return (fit) => ({
    onProgress({ fraction }) {
      fractions[fit] = fraction;
      tell();
    },
    end() {
      fractions[fit] = 1;
      done++;
      tell();
    },
  });
}
