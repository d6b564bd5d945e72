import type { CalibrationCurve } from "../../../src/calibration/calibrationCurve.ts";
import { calibratedDeviation } from "../../../src/calibration/calibratedDeviation.ts";
import { logitInterval } from "../../../src/calibration/logitInterval.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";

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
  const curve = { slope, covariance: curveCovariance };
  const logits = output.map((f) => slope * f + offset);
  const ends = logits.map((logit, i) =>
    logitInterval(logit, calibratedDeviation(curve, output[i], outputVariance[i]), level),
  );
  return {
    probability: logits.map(sigmoid),
    lower: ends.map(([low]) => low),
    upper: ends.map(([, high]) => high),
  };
}
