import { toRows } from "../../../src/matrix/index.ts";
import type { Model } from "../../../src/models/model.ts";
import { fitRows } from "./discriminantSupport.ts";
import { textbookLinear, textbookQuadratic } from "../../models/textbook.ts";

interface Input {
  readonly X: number[][];
  readonly classes: number[];
  readonly shrinkage: number;
}

/** Exact leave-one-out log probabilities of both discriminants. */
export function looDiscriminant({ X, classes, shrinkage }: Input): unknown {
  const score = (model: Model): unknown => {
    const { leaveOneOut } = fitRows(model, X, classes);
    if (!leaveOneOut || leaveOneOut.omitted.length > 0) throw new Error("Rows without a leave-one-out score.");
    const logProbability = toRows(leaveOneOut.logProbabilities);
    const densities = logProbability.map((row, i) => row[classes[i]]);
    // The golden sum is not floored.
    return { logProbability, elpd: densities.reduce((sum, value) => sum + value, 0) };
  };
  return { lda: score(textbookLinear({ shrinkage })), qda: score(textbookQuadratic({ shrinkage })) };
}
