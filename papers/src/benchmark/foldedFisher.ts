import { folds, type FoldedWish } from "../bfd/foldedTask.ts";
import { foldOperations } from "../bfd/chooseByFolds.ts";
import { gaussianKernel } from "../bfd/models.ts";
import type { FitWish } from "../fitJob.ts";
import type { Found } from "../found.ts";
import type { BenchmarkMethod } from "./benchmarkTable.ts";
import { medianChosen, medianFound } from "./medianKernel.ts";

/** The discriminant (K² + μI)α = K(t − b1) on targets ±1, whose penalty is that of R = I, and the rule for labels of its papers. */
export const signRules = { name: "orkfd", targets: "signs", criterion: "error", decision: "sign" } as const;

const byFolds: FoldedWish = { folds, machine: "fisher" };

/**
 * The kernel Fisher discriminant of Mika et al. as two of the papers take it for a rival: R = I, width and μ by ten folds and the squared residuals of left-out rows, the median of
 * each over the first five partitions. The fits are the same in both papers, and are run once.
 */
export const foldedFisher: Pick<BenchmarkMethod, "tuned" | "tuning" | "measured"> = {
  tuned: () => ({ ...signRules, kernel: gaussianKernel, regularization: 1 }),
  tuning: ({ rows }) => ({
    task: "reproduceFolded",
    study: byFolds,
    moreOperations: 2 * foldOperations(rows),
  }),
  measured: signsAtMedians,
};

/** Width and μ each by the median of what the first partitions found. */
export function signsAtMedians(found: readonly Found[]): FitWish["model"] {
  return {
    ...signRules,
    kernel: medianFound(found)?.kernel ?? gaussianKernel,
    regularization: medianChosen(found, "regularization") ?? 1,
  };
}
