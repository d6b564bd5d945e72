import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { calibratedDeviation } from "../../calibration/calibratedDeviation.ts";
import { logitInterval } from "../../calibration/logitInterval.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { logSigmoid, logit, sigmoid } from "../../numeric/sigmoid.ts";
import type { FitFigures, NumericPosterior, NumericPrediction } from "../../posterior/numericPosterior.ts";
import { largestEncodedValue } from "../../posterior/largestEncodedValue.ts";
import {
  finiteNumber,
  list,
  matrixDocument,
  matrixReader,
  numberList,
  optional,
  plainObject,
  record,
  refuse,
  wholeNumber,
} from "../../schema.ts";
import { coupleOneVersusRest } from "../../calibration/coupling/index.ts";

/** The curve from outputs to probabilities, with the covariance of slope and offset. */
interface MachineCurve {
  readonly slope: number;
  readonly offset: number;
  readonly covariance: readonly [readonly [number, number], readonly [number, number]];
}

/** Calibrated machines on one kernel expansion: one for two classes (class 1 positive), or one a class against the rest. */
export interface CalibratedExpansion extends Expansion {
  readonly kernel: Kernel;
  /** The rows of the expansion. */
  readonly rows: Matrix;
  /** What was chosen for a kernel that is tuned by itself. */
  readonly tuning?: KnownTuning | undefined;
  readonly curves: readonly MachineCurve[];
  /** Weighted number of training rows of each class. */
  readonly sizes: Float64Array;
  /** For each machine the output where the sign rule changes sides, where that rule decides about labels. */
  readonly thresholds?: readonly number[] | Float64Array | undefined;
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 4096;

export function expansionPosterior(
  engine: Engine,
  expansion: CalibratedExpansion,
  figures: FitFigures,
): NumericPosterior {
  const C = expansion.sizes.length;
  return {
    ...figures,
    predict(X, level) {
      const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
        matrix(X.rows, C),
      );
      const decisions = expansion.thresholds && new Int32Array(X.rows);
      const prediction = {
        logProbabilities,
        lower,
        upper,
        latentMean,
        latentDeviation,
        decisions,
      };
      for (const [start, part] of chunksOf(X)) predictChunk(engine, expansion, part, start, level, prediction);
      return prediction;
    },
    logProbabilities(X) {
      const result = matrix(X.rows, C);
      for (const [start, part] of chunksOf(X)) {
        const { outputs } = outputsOf(engine, expansion, part);
        for (let i = 0; i < part.rows; i++) {
          result.data.set(
            probabilitiesOf(expansion, outputs.data.subarray(i * outputs.columns, (i + 1) * outputs.columns)),
            (start + i) * C,
          );
        }
      }
      return result;
    },
    parameters: () => expansionDocument(expansion),
  };
}

/** The rows in parts, each with the number of its first row. */
export function* chunksOf(X: Matrix): Generator<readonly [number, Matrix]> {
  for (let start = 0; start < X.rows; start += chunkRows) {
    const rows = Math.min(chunkRows, X.rows - start);
    yield [start, matrix(rows, X.columns, X.data.subarray(start * X.columns, (start + rows) * X.columns))];
  }
}

function outputsOf(
  engine: Engine,
  { kernel, rows, machines }: CalibratedExpansion,
  X: Matrix,
): { readonly columns: Matrix; readonly outputs: Matrix } {
  const columns = kernel.cross(engine, X, rows);
  const M = machines.length;
  const coefficients = matrix(rows.rows, M);
  machines.forEach((machine, m) => machine.coefficients.forEach((value, j) => (coefficients.data[j * M + m] = value)));
  const outputs = engine.multiply(columns, coefficients);
  for (let at = 0; at < outputs.data.length; at++) outputs.data[at] += machines[at % M].bias;
  return { columns, outputs };
}

/** Log probabilities of the classes of one row from the outputs of the machines. */
function probabilitiesOf({ curves, sizes }: CalibratedExpansion, outputs: Float64Array): Float64Array {
  const logits = outputs.map((output, m) => curves[m].slope * output + curves[m].offset);
  return coupledLogProbabilities(logits, sizes.length);
}

/**
 * Log probabilities from the logits of machines that were calibrated under the class frequencies: of one machine those of
 * its two sides, of several the coupled ones.
 */
export function coupledLogProbabilities(logits: Float64Array, classCount: number): Float64Array {
  if (classCount === 2) return Float64Array.of(logSigmoid(-logits[0]), logSigmoid(logits[0]));
  const coupled = coupleOneVersusRest(logits.map(sigmoid));
  const sum = coupled.reduce((total, p) => total + p, 0);
  return coupled.map((p) => Math.log(Math.max(p / sum, 1e-300)));
}

function predictChunk(
  engine: Engine,
  expansion: CalibratedExpansion,
  X: Matrix,
  start: number,
  level: number,
  into: NumericPrediction,
): void {
  const { spread, shift, total, machines, curves, sizes, thresholds } = expansion;
  const { columns, outputs } = outputsOf(engine, expansion, X);
  const turned = engine.multiply(columns, spread, { transposeB: true });
  const r = shift.length;
  const M = machines.length;
  const C = sizes.length;
  for (let i = 0; i < X.rows; i++) {
    let variance = total === undefined ? 0 : 1 / total;
    for (let j = 0; j < r; j++) variance += (turned.data[i * r + j] - shift[j]) ** 2;
    const row = outputs.data.subarray(i * M, (i + 1) * M);
    const deviations = machines.map(({ noise }, m) => calibratedDeviation(curves[m], row[m], noise * variance));
    if (thresholds && into.decisions) into.decisions[start + i] = sideOf(row, thresholds);
    const logs = probabilitiesOf(expansion, row);
    for (let c = 0; c < C; c++) {
      const at = (start + i) * C + c;
      const deviation = deviations[C === 2 ? 0 : c];
      const probability = Math.exp(logs[c]);
      const center = C === 2 ? logs[c] - logs[1 - c] : logit(probability);
      const [low, high] = logitInterval(center, deviation, level);
      into.logProbabilities.data[at] = logs[c];
      into.lower.data[at] = Math.min(probability, low);
      into.upper.data[at] = Math.max(probability, high);
      into.latentMean.data[at] = center;
      into.latentDeviation.data[at] = deviation;
    }
  }
}

/** The class by the sign rule: of two the positive one from its threshold on, of more the one farthest beyond its own. */
function sideOf(outputs: Float64Array, thresholds: ArrayLike<number>): number {
  if (outputs.length === 1) return outputs[0] >= thresholds[0] ? 1 : 0;
  let best = 0;
  for (let m = 1; m < outputs.length; m++) {
    if (outputs[m] - thresholds[m] > outputs[best] - thresholds[best]) best = m;
  }
  return best;
}

function expansionDocument(expansion: CalibratedExpansion): Record<string, unknown> {
  const { kernel, rows, machines, curves, spread, shift, total, sizes, thresholds, tuning } = expansion;
  return {
    ...(tuning && { tuning: { ...tuning } }),
    kernel: kernel.toDocument(),
    rows: matrixDocument(rows),
    machines: machines.map(({ coefficients, bias, noise }, m) => ({
      coefficients: Array.from(coefficients),
      bias,
      noise,
      slope: curves[m].slope,
      offset: curves[m].offset,
      covariance: curves[m].covariance.flat(),
    })),
    spread: matrixDocument(spread),
    shift: Array.from(shift),
    ...(total !== undefined && { total }),
    sizes: Array.from(sizes),
    ...(thresholds && { thresholds: Array.from(thresholds) }),
  };
}

const schema = record({
  tuning: optional(record({ basisSize: optional(wholeNumber(1)), logWidth: finiteNumber, cutoff: finiteNumber })),
  kernel: plainObject,
  rows: matrixReader,
  machines: list(
    record({
      coefficients: numberList,
      bias: finiteNumber,
      noise: finiteNumber,
      slope: finiteNumber,
      offset: finiteNumber,
      covariance: numberList,
    }),
  ),
  spread: matrixReader,
  shift: numberList,
  total: optional(finiteNumber),
  sizes: numberList,
  thresholds: optional(numberList),
});

/** Reads the parameters back and checks that their shapes belong together. */
export function readExpansion(document: unknown, path: string): CalibratedExpansion {
  const { machines, ...read } = schema(document, path);
  const { rows, spread, shift, sizes, total, thresholds } = read;
  const r = rows.rows;
  const C = sizes.length;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const isPositive = (value: number): boolean => value > 0;
  expect(C >= 2 && sizes.every(isPositive), "sizes", "two or more positive numbers", sizes);
  expect(total === undefined || total > 0, "total", "a positive number", total);
  expect(
    rows.data.every((value) => Math.abs(value) <= largestEncodedValue),
    "rows",
    `numbers up to ${largestEncodedValue}`,
    rows,
  );
  expect(machines.length === (C === 2 ? 1 : C), "machines", `${C === 2 ? 1 : C} machines`, machines);
  expect(!thresholds || thresholds.length === machines.length, "thresholds", `${machines.length} numbers`, thresholds);
  expect(spread.columns === r, "spread", `a matrix with ${r} columns`, spread);
  expect(shift.length === spread.rows, "shift", `${spread.rows} numbers`, shift);
  machines.forEach(({ coefficients, noise, slope, covariance }, m) => {
    const name = `machines[${m}]`;
    expect(coefficients.length === r, `${name}.coefficients`, `${r} numbers`, coefficients);
    expect(noise >= 0, `${name}.noise`, "a number from 0", noise);
    expect(slope >= 0, `${name}.slope`, "a number from 0", slope);
    expect(covariance.length === 4, `${name}.covariance`, "4 numbers", covariance);
  });
  return {
    ...read,
    kernel: kernelFromDocument(read.kernel),
    machines,
    curves: machines.map(({ slope, offset, covariance: [c11, c12, c21, c22] }) => ({
      slope,
      offset,
      covariance: [
        [c11, c12],
        [c21, c22],
      ],
    })),
  };
}

/** A machine of an expansion: f(x) = Σⱼ αⱼ k(xⱼ, x) + b. */
interface ExpansionMachine {
  readonly coefficients: Float64Array;
  readonly bias: number;
  /** Variance of the noise around the targets, per unit of weight. */
  readonly noise: number;
}

/** Machines on the same kernel columns, with what their outputs' uncertainty needs. */
export interface Expansion {
  readonly machines: readonly ExpansionMachine[];
  /** A column for each of the kernel columns: the variance of an output is noise · (1/n + ‖spread · k − shift‖²). */
  readonly spread: Matrix;
  readonly shift: Float64Array;
  /** n, the sum of the weights; undefined where the bias is not free, and 1/n above is 0. */
  readonly total: number | undefined;
}

/** What the tuning of a kernel chose, in terms that mean the same for somewhat fewer rows. */
export interface KnownTuning {
  /** The number of rows of the basis; all rows where absent. */
  readonly basisSize?: number | undefined;
  readonly logWidth: number;
  readonly cutoff: number;
}
