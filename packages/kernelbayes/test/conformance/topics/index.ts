import { calibration } from "./calibration.ts";
import { coupling } from "./coupling.ts";
import { intervals } from "./intervals.ts";
import { kernels } from "./kernels.ts";
import { ldaQda } from "./ldaQda.ts";
import { looDiscriminant } from "./looDiscriminant.ts";
import { looLeastSquares } from "./looLeastSquares.ts";
import { krrLssvm, orkfd } from "./orkfd.ts";
import { resamplingTests } from "./resamplingTests.ts";

/** Computes, from the input of a golden case, what the case expects; throws as the library throws. */
export type Topic = (input: never, caseName: string) => unknown;

/**
 * What is built, by schema and topic: for all cases, or for the cases named. Everything else is skipped by name.
 */
export const topics: Readonly<Record<string, { readonly compute: Topic; readonly cases?: readonly string[] }>> = {
  "fisher/kernels": { compute: kernels },
  "fisher/baselines": { compute: ldaQda, cases: ["lda-qda"] },
  "fisher/orkfd": { compute: orkfd },
  "fisher/krr-lssvm": { compute: krrLssvm },
  "comparison/loo-discriminant": { compute: looDiscriminant },
  "comparison/loo-least-squares": { compute: looLeastSquares, cases: ["lssvm-14", "lssvm-22", "orkfd-unreg"] },
  "comparison/calibration": { compute: calibration },
  "comparison/coupling": { compute: coupling },
  "comparison/intervals": { compute: intervals, cases: ["discriminant"] },
  "comparison/resampling-tests": { compute: resamplingTests },
};
