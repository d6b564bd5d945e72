import type { Warning } from "../../errors.ts";
import type { LatentKernelSearch } from "./search/searchLatent.ts";

/** What a reader should know of how the kernel of a latent function was found, and of its approximation there. */
export function latentSearchWarnings(
  { atBounds, optima, gradientNorm, converged }: LatentKernelSearch,
  isAtRest: boolean,
): Warning[] {
  const failures = optima.filter(({ kernel }) => kernel === undefined);
  const warnings: (Warning | false)[] = [
    atBounds.length > 0 && {
      code: "at-bound",
      message:
        `The evidence is highest at the bound of ${atBounds.join(", ")}: these rows do not determine it. A length scale at ` +
        "its greatest says that its column does not matter and can be left out, or, for one length scale, that the " +
        "boundary is straight; a variance at its least, that its part of the kernel is not needed; a variance at its " +
        "greatest, that the classes do not overlap.",
    },
    !converged && {
      code: "not-converged",
      message:
        `The search for the kernel ended at a gradient of ${gradientNorm.toExponential(1)} in the logarithms of its ` +
        "parameters, before it came to rest. Fewer free parameters, or a start nearer to the best, would help.",
    },
    !isAtRest && {
      code: "approximation-not-converged",
      message:
        "The approximation of the posterior did not come to rest at the chosen kernel; its probabilities are those of the " +
        "last step. A kernel of smaller variance would help.",
    },
    failures.length > 0 && {
      code: "starts-failed",
      message:
        `${failures.length} of ${optima.length} starts of the search failed and were left out. The first: ` +
        `${failures[0].status} Other starts avoid this.`,
    },
  ];
  return warnings.filter((warning) => warning !== false);
}
