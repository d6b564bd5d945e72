import { logitInterval } from "../../../src/calibration/logitInterval.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import type { Model } from "../../../src/models/model.ts";
import { fitRows } from "./discriminantSupport.ts";
import { textbookLinear, textbookQuadratic } from "../../models/textbook.ts";

interface Input {
  readonly X: number[][];
  readonly classes: number[];
  readonly Z: number[][];
  readonly level: number;
}

/** Case `discriminant`: intervals by the delta method, which the models use where they have rows enough. */
export function intervals({ X, classes, Z, level }: Input): unknown {
  const deltaMethod = (model: Model): unknown => {
    const { logProbabilities, latentMean, latentDeviation } = fitRows(model, X, classes).predict(fromRows(Z), level);
    const ends = toRows(latentMean).map((row, i) =>
      Array.from(row, (logit, c) => logitInterval(logit, toRows(latentDeviation)[i][c], level)),
    );
    return {
      probability: toRows(logProbabilities).map((row) => Array.from(row, Math.exp)),
      logitDeviation: toRows(latentDeviation),
      lower: ends.map((row) => row.map(([low]) => low)),
      upper: ends.map((row) => row.map(([, high]) => high)),
    };
  };
  return { lda: deltaMethod(textbookLinear()), qda: deltaMethod(textbookQuadratic()) };
}
