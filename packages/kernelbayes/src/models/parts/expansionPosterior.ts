import { columnSquares } from "../../matrix/dot.ts";
import { fromColumns, row, rowChunks } from "../../matrix/row.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { logitInterval, putLogitInPlace } from "../../calibration/logitInterval.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { linkLogs } from "../../calibration/link/matrixLink.ts";
import { linkedCodec, linkedDeviations, type LinkedClasses } from "./linkedClasses.ts";
import { linkedExpansion } from "./linkedExpansion.ts";
import { logSigmoid, logit, sigmoid } from "../../numeric/sigmoid.ts";
import {
  emptyPrediction,
  type FitFigures,
  type KeptParts,
  type NumericPosterior,
  type NumericPrediction,
  type RowProjections,
} from "../../posterior/numericPosterior.ts";
import type { LatentExpansion } from "../../posterior/latentExpansion.ts";
import { ofIntervals } from "../../posterior/noIntervals.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import {
  anyMatrix,
  finiteNumber,
  inline,
  list,
  mapped,
  notNegative,
  numbers,
  optional,
  positive,
  record,
  refined,
  that,
  wholeNumber,
  type Codec,
  type RecordCodec,
} from "../../codec.ts";
import { classSizes, kernelCodec } from "./kernelCodec.ts";
import { coupleOneVersusRest } from "../../calibration/coupling/coupleOneVersusRest.ts";
import { calibratedDeviation } from "../../calibration/oddsCurve.ts";
import type { CalibrationCurve } from "../../calibration/calibrationCurve.ts";

/** The curve from outputs to probabilities, with the covariance of slope and offset. */
interface MachineCurve extends Pick<CalibrationCurve, "slope" | "offset" | "covariance"> {
  /** By how much the log odds move with the error of an output (see `spreadSlope`); the slope where absent. */
  readonly spreadSlope?: number | undefined;
}

/** Calibrated machines on one kernel expansion: one for two classes (class 1 positive), or one per class against the rest. */
export interface CalibratedExpansion extends Omit<Expansion, "spread" | "shift"> {
  readonly kernel: Kernel;
  /** The rows of the expansion. */
  readonly rows: Matrix;
  /** What was chosen for a kernel that is tuned by itself. */
  readonly tuning?: KnownTuning | undefined;
  /** μ, of machines that have one in common in a kernel that was given. */
  readonly regularization?: number | undefined;
  readonly curves: readonly MachineCurve[];
  /** The link that makes probabilities of the outputs of several machines; in documents of older versions their curves do, coupled. */
  readonly linked?: LinkedClasses | undefined;
  /** As in `Expansion`; absent in files without intervals. */
  readonly spread?: Matrix | undefined;
  readonly shift?: Float64Array | undefined;
  /** Weighted number of training rows of each class. */
  readonly sizes: Float64Array;
  /** For each machine the output where the sign rule changes sides, where that rule decides about labels. */
  readonly thresholds?: readonly number[] | Float64Array | undefined;
  /** The mean outputs of the rows of the other side and of its own, one machine after another, where a model shows its projections. */
  readonly centers?: Float64Array | undefined;
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
export const chunkRows = 4096;

export function expansionPosterior(
  engine: Engine,
  expansion: CalibratedExpansion,
  figures: FitFigures,
): NumericPosterior {
  const C = expansion.sizes.length;
  return {
    ...figures,
    predict(X, level) {
      const decisions = expansion.thresholds && new Int32Array(X.rows);
      const prediction = { ...emptyPrediction(X.rows, C), decisions };
      for (const [start, part] of rowChunks(X, chunkRows)) {
        predictChunk(engine, expansion, part, start, level, prediction);
      }
      return prediction;
    },
    probabilities(X) {
      const { thresholds } = expansion;
      const logProbabilities = matrix(X.rows, C);
      const decisions = thresholds && new Int32Array(X.rows);
      for (const [start, part] of rowChunks(X, chunkRows)) {
        const { outputs } = outputsOf(engine, expansion, part);
        logProbabilities.data.set(probabilitiesOf(engine, expansion, outputs).data, start * C);
        if (!thresholds || !decisions) continue;
        for (let i = 0; i < part.rows; i++) decisions[start + i] = sideOf(row(outputs, i), thresholds);
      }
      return { logProbabilities, decisions };
    },
    expansion: () => latentOf(engine, expansion),
    parameters: (kept) => expansionDocument(expansion, kept),
  };
}

/** The outputs as latent functions; with one machine the curve makes log odds of them, with several the link does where it is linear. */
function latentOf(engine: Engine, expansion: CalibratedExpansion): LatentExpansion {
  const { kernel, rows, machines, curves, linked, spread } = expansion;
  const isOne = machines.length === 1;
  const outputs: LatentExpansion = {
    functions: machines.map((_, m) => (isOne ? { positive: 1, negative: 0 } : { positive: m })),
    constants: Float64Array.from(machines, ({ bias }) => bias),
    sums: [{ kernel, rows, functions: Array.from(machines.keys()), coefficients: coefficientsOf(expansion) }],
    polynomials: [],
    link: isOne ? { kind: "logistic", slope: curves[0].slope, offset: curves[0].offset } : { kind: "other" },
    // noise · ‖spread · F(k)‖², what the outputs have without the part of the bias.
    variance:
      spread && spread.rows > 0
        ? (contrast, { images }) => {
            const noise = machines.reduce((sum, machine, m) => sum + contrast[m] ** 2 * machine.noise, 0);
            return columnSquares(engine.multiply(spread, images[0])).map((square) => noise * square);
          }
        : undefined,
  };
  return linked ? linkedExpansion(outputs, linked.link) : outputs;
}

/** The coefficients of the machines as columns. */
export function coefficientsOf({ machines }: Pick<CalibratedExpansion, "machines">): Matrix {
  return fromColumns(machines.map(({ coefficients }) => coefficients));
}

/** The kernel columns of rows, and the outputs of the machines there. */
export function outputsOf(
  engine: Engine,
  expansion: Pick<CalibratedExpansion, "kernel" | "rows" | "machines">,
  X: Matrix,
): { readonly columns: Matrix; readonly outputs: Matrix } {
  const { kernel, rows, machines } = expansion;
  const M = machines.length;
  const columns = kernel.cross(engine, X, rows);
  const outputs = engine.multiply(columns, coefficientsOf(expansion));
  for (let at = 0; at < outputs.data.length; at++) outputs.data[at] += machines[at % M].bias;
  return { columns, outputs };
}

/** The outputs of each machine at rows, with their deviations. */
export function projectedOutputs(engine: Engine, expansion: CalibratedExpansion, X: Matrix): RowProjections {
  const { machines } = expansion;
  const M = machines.length;
  const [means, deviations] = [matrix(X.rows, M), matrix(X.rows, M)];
  for (const [start, part] of rowChunks(X, chunkRows)) {
    const { columns, outputs } = outputsOf(engine, expansion, part);
    means.data.set(outputs.data, start * M);
    outputVariances(engine, expansion, columns).forEach((variance, i) =>
      machines.forEach(({ noise }, m) => (deviations.data[(start + i) * M + m] = Math.sqrt(noise * variance))),
    );
  }
  return { ...means, deviations };
}

/** The variance of an output of each row per unit of noise. */
function outputVariances(engine: Engine, expansion: CalibratedExpansion, columns: Matrix): Float64Array {
  const { total } = expansion;
  const shift = ofIntervals(expansion.shift);
  const turned = engine.multiply(columns, ofIntervals(expansion.spread), { transposeB: true });
  const r = shift.length;
  const variances = new Float64Array(columns.rows);
  for (let i = 0; i < columns.rows; i++) {
    let variance = total === undefined ? 0 : 1 / total;
    for (let j = 0; j < r; j++) variance += (turned.data[i * r + j] - shift[j]) ** 2;
    variances[i] = variance;
  }
  return variances;
}

/** Log probabilities of the classes of rows from the outputs of the machines. */
function probabilitiesOf(
  engine: Engine,
  { curves, linked, sizes }: Pick<CalibratedExpansion, "curves" | "linked" | "sizes">,
  outputs: Matrix,
): Matrix {
  if (linked) return linkLogs(engine, linked.link, outputs);
  const result = matrix(outputs.rows, sizes.length);
  for (let i = 0; i < outputs.rows; i++) {
    const logits = row(outputs, i).map((output, m) => curves[m].slope * output + curves[m].offset);
    row(result, i).set(coupledLogProbabilities(logits, sizes.length));
  }
  return result;
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
  const { sizes, thresholds } = expansion;
  const { columns, outputs } = outputsOf(engine, expansion, X);
  const logProbabilities = probabilitiesOf(engine, expansion, outputs);
  const deviations = deviationsOf(engine, expansion, outputs, logProbabilities, columns);
  const C = sizes.length;
  for (let i = 0; i < X.rows; i++) {
    if (thresholds && into.decisions) into.decisions[start + i] = sideOf(row(outputs, i), thresholds);
    const logs = row(logProbabilities, i);
    for (let c = 0; c < C; c++) {
      const deviation = deviations.data[i * deviations.columns + (C === 2 ? 0 : c)];
      const center = C === 2 ? logs[c] - logs[1 - c] : logit(Math.exp(logs[c]));
      const ends = logitInterval(center, deviation, level);
      putLogitInPlace(into, (start + i) * C + c, logs[c], center, deviation, ends);
    }
  }
}

/** Deviations of the log odds of each machine, or of the logits of each class. */
function deviationsOf(
  engine: Engine,
  expansion: CalibratedExpansion,
  outputs: Matrix,
  logProbabilities: Matrix,
  columns: Matrix,
): Matrix {
  const { machines, curves, linked } = expansion;
  const variances = outputVariances(engine, expansion, columns);
  const noises = machines.map(({ noise }) => noise);
  const slopes = curves.map(({ slope, spreadSlope = slope }) => spreadSlope);
  if (linked) {
    return linkedDeviations(engine, linked, { outputs, logProbabilities, variances, noises, leastSlopes: slopes });
  }
  const deviations = matrix(outputs.rows, machines.length);
  for (let at = 0; at < deviations.data.length; at++) {
    const m = at % machines.length;
    const variance = noises[m] * variances[Math.floor(at / machines.length)];
    const { covariance } = curves[m];
    deviations.data[at] = calibratedDeviation({ slope: slopes[m], covariance }, outputs.data[at], variance);
  }
  return deviations;
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

const curveCodec: Codec<MachineCurve> = mapped(
  record({
    slope: notNegative,
    offset: finiteNumber,
    covariance: that(numbers, "4 numbers", (entries) => entries.length === 4),
    spreadSlope: optional(notNegative),
  }),
  ({ covariance: [c11, c12, c21, c22], ...curve }): MachineCurve => ({
    ...curve,
    covariance: [
      [c11, c12],
      [c21, c22],
    ],
  }),
  ({ spreadSlope, covariance, ...curve }) => ({
    ...curve,
    covariance: Float64Array.from(covariance.flat()),
    spreadSlope,
  }),
);

/** An expansion as documents hold it, each machine with its curve. */
interface CurvedExpansion extends Omit<CalibratedExpansion, "curves" | "machines"> {
  readonly machines: readonly (CalibratedExpansion["machines"][number] & { readonly curve: MachineCurve })[];
}

const curvedCodec: RecordCodec<CurvedExpansion> = refined(
  record({
    tuning: optional(record({ logWidth: finiteNumber, cutoff: finiteNumber, basisSize: optional(wholeNumber(1)) })),
    regularization: optional(positive),
    kernel: kernelCodec,
    rows: encodedMatrix,
    machines: list(
      record({ coefficients: numbers, bias: finiteNumber, noise: notNegative, curve: inline(curveCodec) }),
    ),
    spread: optional(anyMatrix),
    shift: optional(numbers),
    total: optional(positive),
    linked: optional(linkedCodec),
    sizes: classSizes,
    thresholds: optional(numbers),
    centers: optional(numbers),
  }),
  ({ rows: { rows }, machines, linked, spread, shift, sizes, thresholds, centers }, expect) => {
    if (linked) expect.length(linked.link.offsets, ".linked.link.offsets", sizes.length);
    if (centers) expect.length(centers, ".centers", 2 * machines.length);
    expect.length(machines, ".machines", sizes.length === 2 ? 1 : sizes.length, "machines");
    if (thresholds) expect.length(thresholds, ".thresholds", machines.length);
    if (spread) expect.shape(spread, ".spread", shift?.length ?? 0, rows);
    machines.forEach(({ coefficients }, m) => expect.length(coefficients, `.machines[${m}].coefficients`, rows));
  },
);

/** The parameters of machines with their curves. */
export const expansionCodec: RecordCodec<CalibratedExpansion> = mapped(
  curvedCodec,
  (read) => ({ ...read, curves: read.machines.map(({ curve }) => curve) }),
  ({ curves, ...expansion }) => ({
    ...expansion,
    machines: expansion.machines.map((machine, m) => ({ ...machine, curve: curves[m] })),
  }),
);

/** The parameters as plain data. */
export function expansionDocument(
  expansion: CalibratedExpansion,
  { intervals = true }: KeptParts = {},
): Record<string, unknown> {
  const { linked } = expansion;
  const ofProbabilities = { spread: undefined, shift: undefined, linked: linked && { link: linked.link } };
  return expansionCodec.write(intervals ? expansion : { ...expansion, ...ofProbabilities });
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
