import type { CalibrationCurve } from "../../../src/calibration/calibrationCurve.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { column } from "../../../src/matrix/row.ts";
import { correctedOdds, oddsPrediction } from "../../../src/calibration/oddsPrediction.ts";

interface Input {
  readonly output: number[];
  readonly outputVariance: number[];
  readonly slope: number;
  readonly offset: number;
  readonly curveCovariance: CalibrationCurve["covariance"];
  readonly level: number;
}

/** Case `calibrated` of the intervals: uncertain outputs of a least-squares machine, on an uncertain curve. */
export function calibratedIntervals({ output, outputVariance, slope, offset, curveCovariance, level }: Input): unknown {
  const odds = correctedOdds(
    { outputs: Float64Array.from(output), variances: Float64Array.from(outputVariance) },
    { slope, offset, covariance: curveCovariance },
  );
  const { logProbabilities, lower, upper } = oddsPrediction(matrix(output.length, 1), level, output.length, () => odds);
  return {
    probability: column(logProbabilities, 1).map(Math.exp),
    lower: column(lower, 1),
    upper: column(upper, 1),
  };
}
