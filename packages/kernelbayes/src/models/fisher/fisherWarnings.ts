import type { Warning } from "../../errors.ts";
import { searchWarnings } from "../../search/searchWarnings.ts";
import type { FisherOptimum, FoundEvidence } from "./evidence/searchFisher.ts";

/** What a search left at its bounds, and starts that failed. */
export function fisherWarnings(
  atBounds: readonly string[],
  optima: readonly FisherOptimum[],
  starts: number,
): Warning[] {
  const failures = optima.filter(({ objective }) => objective === undefined);
  const failed = new Set(failures.flatMap((failure) => failure.starts)).size;
  return [
    ...searchWarnings.atBound(atBounds, "a variance at its least, that its part of the kernel is not needed"),
    ...searchWarnings.startsFailed(failed, starts, failures[0]?.status),
  ];
}

/** What expectation maximization left undone, and that its printed form is for study. */
export function expectationWarnings(
  { converged = true, trace = [] }: FoundEvidence,
  { hyperparameters, tolerance }: { readonly hyperparameters: string; readonly tolerance: number },
): Warning[] {
  const unfinished: Warning = {
    code: "not-converged",
    message:
      `Expectation maximization was stopped after ${trace.length - 1} iterations, while kernel or precision still moved by more than ` +
      `${tolerance} in their logarithms. The option hyperparameters "evidence" finds the optimum with far less work; a larger tolerance ends earlier.`,
  };
  const drifting: Warning = {
    code: "drifting-kernel",
    message:
      "The algorithm as printed updates the kernel without the distance of the class means, so that the kernel drifts towards a " +
      'constant. It is for study: the options hyperparameters "evidence" and "em" climb the evidence of the model.',
  };
  return [...(converged ? [] : [unfinished]), ...(hyperparameters === "em-as-printed" ? [drifting] : [])];
}
