import fixture from "../fixtures/evaluate/scores.json" with { type: "json" };
import { matrix, type Matrix } from "../../src/engine/matrix.ts";

/** Measures that scikit-learn gives to one set of predictions; see fixtures/evaluate/scores.py. */
interface ExpectedScores {
  readonly errorRate: number;
  readonly logLoss: number;
  readonly brierSum: number;
  readonly brier?: number;
  readonly areaUnderCurve?: number;
  readonly areas?: readonly number[];
  readonly areaUnderCurveMacro?: number;
  readonly areaUnderCurveWeighted?: number;
  readonly matthews: number;
  readonly confusion: readonly (readonly number[])[];
  /** Precision, recall, F1. */
  readonly perClass: readonly (readonly number[])[];
  readonly macro: readonly number[];
  readonly micro: readonly number[];
  readonly weighted: readonly number[];
}

export interface ScoredPredictions {
  readonly name: string;
  readonly probabilities: Matrix;
  readonly truth: Int32Array;
  readonly weights: Float64Array | undefined;
  readonly expected: ExpectedScores;
}

/** The stored predictions, without and with their weights. */
export const scored: readonly ScoredPredictions[] = fixture.cases.flatMap((one) => {
  const probabilities = matrix(one.truth.length, one.classes, Float64Array.from(one.probabilities));
  const truth = Int32Array.from(one.truth);
  return [
    { name: one.name, probabilities, truth, weights: undefined, expected: one.unweighted },
    {
      name: `${one.name}, weighted`,
      probabilities,
      truth,
      weights: Float64Array.from(one.weights),
      expected: one.weighted,
    },
  ];
});

/** Wilson's intervals by SciPy. */
export const wilsonIntervals: readonly { successes: number; trials: number; level: number; interval: number[] }[] =
  fixture.wilson;

/** A calibration curve by unpenalized logistic regression. */
export const plattCurve: { outputs: number[]; signs: number[]; slope: number; offset: number } = fixture.curve;
