import { brierDecomposition, eventCalibrationError, reliabilityBins } from "../../../src/evaluate/index.ts";
import { fitCalibrationCurve } from "../../../src/calibration/calibrationCurve.ts";

type Input =
  | { readonly output: number[]; readonly y: number[]; readonly weights: number[] }
  | { readonly probability: number[]; readonly y: number[]; readonly bins: number };

/** Prediction and comparison, section 5: the calibration curve, and the measures of calibration. */
export function calibration(input: unknown, _caseName: string): unknown {
  const given = input as Input;
  if ("output" in given) {
    const { slope, offset, covariance, objective } = fitCalibrationCurve(given.output, given.y, given.weights);
    return { slope, offset, covariance, objective };
  }
  const { probability, y, bins } = given;
  const { error, byChance, debiasedRoot } = eventCalibrationError(probability, y, { bins });
  return {
    ece: error,
    eceExpected: byChance,
    rmsDebiased: debiasedRoot,
    bins: reliabilityBins(probability, y, { bins }).map(({ rows, meanProbability, frequency }) => ({
      count: rows,
      meanProbability,
      frequency,
    })),
    ...brierDecomposition(probability, y, { bins }),
  };
}
