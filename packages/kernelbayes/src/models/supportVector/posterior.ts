import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { OddsCurve } from "../../calibration/oddsCurve.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { largestEncodedValue } from "../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { finiteNumber, matrixDocument, matrixReader, numberList, plainObject, record, refuse } from "../../schema.ts";
import {
  correctedOdds,
  curveDocument,
  oddsPrediction,
  readCurve,
  shiftedCurve,
} from "../../calibration/oddsPrediction.ts";

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
  return {
    ...figures,
    predict: (X, level) =>
      oddsPrediction(X, level, chunkRows, (part) => {
        const outputs = engine.multiply(kernel.cross(engine, part, rows), column).data.map((value) => value + bias);
        return correctedOdds({ logits: outputs, deviations: new Float64Array(outputs.length) }, curve);
      }),
    parameters: () => ({
      kernel: kernel.toDocument(),
      cost: machine.cost,
      rows: matrixDocument(rows),
      coefficients: Array.from(coefficients),
      bias,
      curve: curveDocument(curve),
      // What given priors once added, read still of old documents.
      shift: 0,
    }),
  };
}

const schema = record({
  kernel: plainObject,
  cost: finiteNumber,
  rows: matrixReader,
  coefficients: numberList,
  bias: finiteNumber,
  curve: plainObject,
  shift: finiteNumber,
});

/** Reads the parameters back and checks that their shapes belong together. */
export function readCalibratedMachine(document: unknown, path: string): CalibratedMachine {
  const { kernel, curve, coefficients, shift, ...read } = schema(document, path);
  if (coefficients.length !== read.rows.rows) {
    refuse(`${path}.coefficients`, `${read.rows.rows} numbers`, coefficients);
  }
  if (!(read.cost > 0)) refuse(`${path}.cost`, "a positive number", read.cost);
  if (!read.rows.data.every((value) => Math.abs(value) <= largestEncodedValue)) {
    refuse(`${path}.rows`, `numbers up to ${largestEncodedValue}`, read.rows);
  }
  return {
    ...read,
    coefficients: Float64Array.from(coefficients),
    kernel: kernelFromDocument(kernel),
    curve: shiftedCurve(readCurve(curve, `${path}.curve`), shift),
  };
}
