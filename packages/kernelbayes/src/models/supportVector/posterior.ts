import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { curveOdds, type OddsCurve } from "../../calibration/oddsCurve.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import { oneFunction, oneSum } from "../../posterior/latentExpansion.ts";
import type { FitFigures, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { finiteNumber, inline, numbers, positive, record, refined, type RecordCodec } from "../../codec.ts";
import {
  correctedOdds,
  oddsCurveCodec,
  oddsPrediction,
  oddsProbabilities,
  shiftedCurveCodec,
} from "../../calibration/oddsPrediction.ts";
import { kernelCodec } from "../parts/kernelCodec.ts";

/** A support vector machine of two classes with the curve that makes probabilities of its outputs. */
export interface CalibratedMachine {
  readonly kernel: Kernel;
  /** C of a row of weight one. */
  readonly cost: number;
  /** The support vectors. */
  readonly rows: Matrix;
  /** yᵢ αᵢ of each, positive for class 1. */
  readonly coefficients: Float64Array;
  readonly bias: number;
  readonly curve: OddsCurve;
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 2048;

/** The posterior of a machine: its interval is that of the curve alone. */
export function supportVectorPosterior(
  engine: Engine,
  machine: CalibratedMachine,
  figures: FitFigures,
): NumericPosterior {
  const { kernel, rows, coefficients, bias, curve } = machine;
  const column = matrix(rows.rows, 1, coefficients);
  const outputsOf = (X: Matrix): Float64Array =>
    engine.multiply(kernel.cross(engine, X, rows), column).data.map((value) => value + bias);
  return {
    ...figures,
    predict: (X, level) =>
      oddsPrediction(X, level, chunkRows, (part) => correctedOdds({ outputs: outputsOf(part) }, curve)),
    probabilities: (X) =>
      oddsProbabilities(X, chunkRows, (part) => outputsOf(part).map((output) => curveOdds(curve, output))),
    // The output has no posterior variance.
    expansion: () =>
      oneFunction({
        constant: bias,
        sums: [oneSum(kernel, rows, coefficients)],
        link:
          curve.bend === undefined ? { kind: "logistic", slope: curve.slope, offset: curve.offset } : { kind: "other" },
      }),
    parameters: () => machineCodec.write(machine),
  };
}

/** The parameters of a machine. */
export const machineCodec: RecordCodec<CalibratedMachine> = refined(
  record({
    kernel: kernelCodec,
    cost: positive,
    rows: encodedMatrix,
    coefficients: numbers,
    bias: finiteNumber,
    curve: inline(shiftedCurveCodec(oddsCurveCodec, "shift")),
  }),
  ({ rows, coefficients }, expect) => expect.length(coefficients, ".coefficients", rows.rows),
);
