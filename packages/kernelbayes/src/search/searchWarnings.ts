import type { Warning } from "../errors.ts";

/** What avoids starts that fail, for searches from several widths. */
const fewerWidths = "Fewer or other widths in the option starts avoid this.";

/** What users should know about how a kernel was found, each a list that is empty where there is nothing to report. */
export const searchWarnings = {
  /** Parameters that ended at a bound; `others` says what a bound means for parameters other than length scales. */
  atBound(names: readonly string[], others: string): Warning[] {
    if (names.length === 0) return [];
    const message =
      `The evidence is highest at the bound of ${names.join(", ")}: these rows do not determine it. A length scale at ` +
      "its greatest says that its column does not matter and can be left out, or, for one length scale, that the " +
      `boundary is straight; ${others}.`;
    return [{ code: "at-bound", message }];
  },

  /** A search that ended before its gradient vanished. */
  notConverged(converged: boolean, gradientNorm: number): Warning[] {
    if (converged) return [];
    const message =
      `The search for the kernel ended at a gradient of ${gradientNorm.toExponential(1)} in the logarithms of its ` +
      "parameters, before it came to rest. Fewer free parameters, or a start nearer to the best, would help.";
    return [{ code: "not-converged", message }];
  },

  /** Starts that ended in a failure, the first of which has this status. */
  startsFailed(failed: number, starts: number, status: string | undefined, advice: string = fewerWidths): Warning[] {
    if (failed === 0) return [];
    const message = `${failed} of ${starts} starts of the search failed and were left out. The first: ${status ?? ""} ${advice}`;
    return [{ code: "starts-failed", message }];
  },
} as const;
