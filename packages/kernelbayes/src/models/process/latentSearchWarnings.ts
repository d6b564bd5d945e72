import type { Warning } from "../../errors.ts";
import { searchWarnings } from "../../search/searchWarnings.ts";
import type { LatentKernelSearch } from "./search/searchLatent.ts";

/** What a reader should know of how the kernel of a latent function was found, and of its approximation there. */
export function latentSearchWarnings(
  { atBounds, optima, gradientNorm, converged }: LatentKernelSearch,
  isAtRest: boolean,
): Warning[] {
  const failures = optima.filter(({ kernel }) => kernel === undefined);
  const unrest: Warning = {
    code: "approximation-not-converged",
    message:
      "The approximation of the posterior did not come to rest at the chosen kernel; its probabilities are those of the " +
      "last step. A kernel of smaller variance would help.",
  };
  return [
    ...searchWarnings.atBound(
      atBounds,
      "a variance at its least, that its part of the kernel is not needed; a variance at its greatest, that the classes do not overlap",
    ),
    ...searchWarnings.notConverged(converged, gradientNorm),
    ...(isAtRest ? [] : [unrest]),
    ...searchWarnings.startsFailed(failures.length, optima.length, failures[0]?.status, "Other starts avoid this."),
  ];
}
