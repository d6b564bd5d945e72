import { loadPosterior, type Posterior } from "kernelbayes";
import { conformalThreshold, leaveOneOutRows, type ConformalThreshold } from "kernelbayes/compare";
import { matrix } from "kernelbayes/engine";
// Registers the native engine, where there is one.
import "kernelbayes/node";
import { encodeRows } from "kernelbayes/predict";
import { frontOf, type ModelFront, type PredictionCost } from "./modelFront.ts";

/** A model in a thread that can predict with it. */
export interface LoadedModel {
  readonly posterior: Posterior;
  readonly front: ModelFront;
  /** The threshold of prediction sets; found once for each level and seed. */
  threshold(level: number, seed: number): ConformalThreshold;
}

/** Thresholds that are kept. */
const mostThresholds = 20;

/** Loads the bytes of a document; what is no complete document is refused. */
export function loadedModel(bytes: Uint8Array, engine: string | undefined): LoadedModel {
  const posterior = loadPosterior(bytes, engine === undefined ? {} : { engine });
  const thresholds = new Map<string, ConformalThreshold>();
  return {
    posterior,
    front: frontOf(posterior),
    threshold(level, seed) {
      const key = `${level} ${seed}`;
      const known = thresholds.get(key);
      if (known !== undefined) return known;
      const { probabilities, classes, weights } = leaveOneOutRows(posterior);
      const threshold = conformalThreshold(probabilities, classes, { level, seed, weights });
      if (thresholds.size >= mostThresholds) thresholds.delete(thresholds.keys().next().value!);
      thresholds.set(key, threshold);
      return threshold;
    },
  };
}

/** Rows of the larger of the two trials. */
const trialRows = 16;

/** Milliseconds for each trial, in which the code gets warm, too. */
const trialTime = 15;

/** What predictions take, measured on rows in the middle of the training rows; a few dozen milliseconds. */
export function measuredCosts({ posterior }: LoadedModel): [PredictionCost, PredictionCost | undefined] {
  // A table without rows is encoded to a matrix of the width that the model needs.
  const { columns } = encodeRows(posterior, []).X;
  const costWith = (intervals: boolean): PredictionCost => {
    const timeOf = (rows: number): number => {
      const X = matrix(rows, columns);
      const start = performance.now();
      let least = Infinity;
      for (let before = start; before - start < trialTime || least === Infinity;) {
        posterior.predictEncoded(X, { intervals });
        const now = performance.now();
        least = Math.min(least, now - before);
        before = now;
      }
      return least;
    };
    timeOf(1);
    const [one, several] = [timeOf(1), timeOf(trialRows)];
    const row = Math.max(0, (several - one) / (trialRows - 1));
    return { call: Math.max(0, one - row), row };
  };
  return [costWith(false), posterior.intervals ? costWith(true) : undefined];
}
