import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { curveOdds, type OddsCurve } from "../../calibration/oddsCurve.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import { oneFunction, oneSum } from "../../posterior/latentExpansion.ts";
import type { FitFigures, NumericPosterior } from "../../posterior/numericPosterior.ts";
import {
  finiteNumber,
  inline,
  numbers,
  numberUpTo,
  optional,
  positive,
  record,
  refined,
  type RecordCodec,
} from "../../codec.ts";
import { allowedSides, bothSides, type TwoSided } from "../../calibration/logitInterval.ts";
import {
  correctedOdds,
  oddsCurveCodec,
  oddsPrediction,
  oddsProbabilities,
  shiftedCurveCodec,
  type Odds,
} from "../../calibration/oddsPrediction.ts";
import { kernelCodec } from "../parts/kernelCodec.ts";
import { widening } from "../../calibration/spreadSlope.ts";
import { spreadCodec, spreadVariances, type ProcessSpread } from "./processSpread.ts";

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
  /** What the machine itself leaves uncertain; documents of former versions have intervals of the curve alone. */
  readonly process?: ProcessSpread | undefined;
  /** The share of the deviations towards even odds that held-out rows allow (see `widthAllowed`); 1 where absent. */
  readonly width?: number | undefined;
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 2048;

/** The posterior of a machine: its interval is that of the curve and of the process that the machine is about the mode of. */
export function supportVectorPosterior(
  engine: Engine,
  machine: CalibratedMachine,
  figures: FitFigures,
): NumericPosterior {
  const { kernel, rows, coefficients, bias, curve } = machine;
  return {
    ...figures,
    predict: (X, level) => oddsPrediction(X, level, chunkRows, (part) => machineOdds(engine, machine, part)),
    probabilities: (X) =>
      oddsProbabilities(X, chunkRows, (part) =>
        outputsOf(engine, machine, part).map((output) => curveOdds(curve, output)),
      ),
    // The output has no posterior variance of its own kernel.
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

/** The log odds of class 1 at rows, with their deviations. */
export function machineOdds(engine: Engine, machine: CalibratedMachine, X: Matrix): Odds {
  const { curve, process, width = 1 } = machine;
  const outputs = outputsOf(engine, machine, X);
  const { logits, deviations: ofCurve } = correctedOdds({ outputs }, curve);
  const variances = process && spreadVariances(engine, process, X);
  const deviations = Array.from(logits, (logit, i): TwoSided => {
    const { below, above } = bothSides(ofCurve[i]);
    const ofMachine = variances ? widening * Math.sqrt(variances[i]) : 0;
    const sides = { below: Math.hypot(below, ofMachine), above: Math.hypot(above, ofMachine) };
    return allowedSides(logit, sides, width);
  });
  return { logits, deviations };
}

function outputsOf(engine: Engine, { kernel, rows, coefficients, bias }: CalibratedMachine, X: Matrix): Float64Array {
  const column = matrix(rows.rows, 1, coefficients);
  return engine.multiply(kernel.cross(engine, X, rows), column).data.map((value) => value + bias);
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
    process: optional(spreadCodec),
    width: optional(numberUpTo(1)),
  }),
  ({ rows, coefficients }, expect) => expect.length(coefficients, ".coefficients", rows.rows),
);
