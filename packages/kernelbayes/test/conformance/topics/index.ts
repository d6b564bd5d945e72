import { calibration } from "./calibration.ts";
import { coupling } from "./coupling.ts";
import { intervals } from "./intervals.ts";
import { kernels } from "./kernels.ts";
import { ldaQda } from "./ldaQda.ts";
import { looDiscriminant } from "./looDiscriminant.ts";

/** Computes, from the input of a golden case, what the case expects; throws as the library throws. */
export type Topic = (input: never, caseName: string) => unknown;

/**
 * What is built, by schema and topic: for all cases, or for the cases named. Everything else is skipped by name.
 */
export const topics: Readonly<Record<string, { readonly compute: Topic; readonly cases?: readonly string[] }>> = {
  "fisher/kernels": { compute: kernels as Topic },
  "fisher/baselines": { compute: ldaQda as Topic, cases: ["lda-qda"] },
  "comparison/loo-discriminant": { compute: looDiscriminant as Topic },
  "comparison/calibration": { compute: calibration as Topic },
  "comparison/coupling": { compute: coupling as Topic },
  "comparison/intervals": { compute: intervals as Topic, cases: ["discriminant"] },
};
