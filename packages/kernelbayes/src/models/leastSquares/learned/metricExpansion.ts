import { linkLogs } from "../../../calibration/link/matrixLink.ts";
import { logitInterval, putLogitInPlace } from "../../../calibration/logitInterval.ts";
import {
  anyMatrix,
  list,
  matrixOf,
  numbersOf,
  notNegative,
  optional,
  record,
  refined,
  type RecordCodec,
} from "../../../codec.ts";
import type { Engine } from "../../../engine/engine.ts";
import { mapMatrix, matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { columnSquares } from "../../../matrix/dot.ts";
import { row, rowChunks, selectRows } from "../../../matrix/row.ts";
import { logOfRest } from "../../../numeric/logSumExp.ts";
import type { LatentExpansion } from "../../../posterior/latentExpansion.ts";
import { encodedMatrix } from "../../../posterior/largestEncodedValue.ts";
import { ofIntervals } from "../../../posterior/noIntervals.ts";
import {
  emptyPrediction,
  type FitFigures,
  type NumericPosterior,
  type NumericPrediction,
} from "../../../posterior/numericPosterior.ts";
import { classSizes, kernelCodec, rowNumbers } from "../../parts/kernelCodec.ts";
import { linkedCodec, linkedDeviations, linkNumber, type LinkedClasses } from "../../parts/linkedClasses.ts";
import { linkedExpansion } from "../../parts/linkedExpansion.ts";
import { classOutputs } from "./searchLength.ts";
import { seenKernel } from "./seenKernel.ts";
import { inMetric, type Metric } from "./shapedKernel.ts";

/** A kernel in a metric, with the coefficients of all rows. */
interface MetricPart extends Metric {
  readonly kernel: Kernel;
  /** A row for each row, a column for each machine. */
  readonly coefficients: Matrix;
}

/** What intervals are made of: how far outputs at a row are known from some of the rows. */
export interface OutputSpread {
  /** The numbers of these rows. */
  readonly chosen: Int32Array;
  /** (K + r I)^−½ of these rows, as a factor: the variance is scale/r (1 − ‖factor k‖²). */
  readonly factor: Matrix;
  readonly scale: number;
  /** The variance of the noise of each machine. */
  readonly noises: Float64Array;
}

/** Outputs of machines as the mean of expansions in kernels of several metrics on the same rows, with their link. */
export interface MetricExpansion {
  readonly linked: LinkedClasses;
  readonly rows: Matrix;
  readonly parts: readonly MetricPart[];
  readonly spread?: OutputSpread | undefined;
  /** Weighted number of training rows of each class. */
  readonly sizes: Float64Array;
}

/** Rows that are predicted at a time. */
const chunkRows = 2048;

/** The posterior of a mean of expansions. */
export function metricPosterior(engine: Engine, expansion: MetricExpansion, figures: FitFigures): NumericPosterior {
  const { sizes, rows, linked } = expansion;
  const C = sizes.length;
  const seen = expansion.parts.map((part) => inMetric(engine, part, rows));
  return {
    ...figures,
    predict(X, level) {
      const prediction = emptyPrediction(X.rows, C);
      for (const [start, part] of rowChunks(X, chunkRows)) {
        predictChunk(engine, expansion, seen, part, start, level, prediction);
      }
      return prediction;
    },
    probabilities(X) {
      const logProbabilities = matrix(X.rows, C);
      for (const [start, part] of rowChunks(X, chunkRows)) {
        const { mean } = outputsOf(engine, expansion, seen, part);
        logProbabilities.data.set(linkLogs(engine, linked.link, classOutputs(mean, C)).data, start * C);
      }
      return { logProbabilities };
    },
    expansion: () => latentOf(expansion),
    parameters: (kept) =>
      metricCodec.write(
        kept?.intervals === false ? { ...expansion, spread: undefined, linked: { link: linked.link } } : expansion,
      ),
  };
}

/** The mean of the parts as one sum for each metric; the link makes scores of its outputs. */
function latentOf({ parts, rows, linked }: MetricExpansion): LatentExpansion {
  const M = parts[0].coefficients.columns;
  const machines = Array.from({ length: M }, (_, m) => m);
  return linkedExpansion(
    {
      functions: machines.map((m) => (M === 1 ? { positive: 1, negative: 0 } : { positive: m })),
      constants: new Float64Array(M),
      sums: parts.map((part) => ({
        kernel: seenKernel(part.kernel, part),
        rows,
        functions: machines,
        coefficients: mapMatrix(part.coefficients, (value) => value / parts.length),
      })),
      polynomials: [],
      link: { kind: "other" },
    },
    linked.link,
  );
}

interface Outputs {
  /** The outputs of the machines, means over the parts. */
  readonly mean: Matrix;
  /** The variance of the mean, by how far the parts lie apart. */
  readonly between: Matrix;
  /** The kernel columns of the first part. */
  readonly columns: Matrix;
}

function outputsOf(engine: Engine, { parts }: MetricExpansion, seen: readonly Matrix[], X: Matrix): Outputs {
  const M = parts[0].coefficients.columns;
  const [mean, squares] = [matrix(X.rows, M), matrix(X.rows, M)];
  let columns = matrix(0, 0);
  parts.forEach((part, k) => {
    const own = part.kernel.cross(engine, inMetric(engine, part, X), seen[k]);
    if (k === 0) columns = own;
    engine.multiply(own, part.coefficients).data.forEach((output, at) => {
      mean.data[at] += output / parts.length;
      squares.data[at] += output ** 2 / parts.length;
    });
  });
  const between = {
    ...squares,
    data: squares.data.map((square, at) => Math.max(0, square - mean.data[at] ** 2) / Math.max(1, parts.length - 1)),
  };
  return { mean, between, columns };
}

function predictChunk(
  engine: Engine,
  expansion: MetricExpansion,
  seen: readonly Matrix[],
  X: Matrix,
  start: number,
  level: number,
  into: NumericPrediction,
): void {
  const C = expansion.sizes.length;
  const { mean, between, columns } = outputsOf(engine, expansion, seen, X);
  const outputs = classOutputs(mean, C);
  const logProbabilities = linkLogs(engine, expansion.linked.link, outputs);
  const { chosen, factor, scale, noises } = ofIntervals(expansion.spread);
  const near = selectColumnsTransposed(columns, chosen);
  const explained = columnSquares(engine.multiply(factor, near));
  const M = mean.columns;
  const variances = explained.map((square) => scale * Math.max(0, 1 - square));
  // The parts' disagreement counts in units of the noise, on average over the machines.
  for (let i = 0; i < variances.length; i++) {
    let apart = 0;
    for (let m = 0; m < M; m++) apart += noises[m] > 0 ? between.data[i * M + m] / (noises[m] * M) : 0;
    variances[i] += apart;
  }
  // The outputs of two classes are one output and its negative: their errors add up.
  const deviations = linkedDeviations(engine, expansion.linked, {
    outputs,
    logProbabilities,
    variances,
    noises: M === 1 ? [2 * noises[0], 2 * noises[0]] : Array.from(noises),
    leastSlopes: Array.from({ length: C }, () => (M === 1 ? leastSlope * Math.SQRT1_2 : leastSlope)),
  });
  for (let i = 0; i < X.rows; i++) {
    const logs = row(logProbabilities, i);
    const rest = logOfRest(logs);
    for (let c = 0; c < C; c++) {
      const deviation = deviations.data[i * C + c];
      const center = logs[c] - rest[c];
      const ends = logitInterval(center, deviation, level);
      putLogitInPlace(into, (start + i) * C + c, logs[c], center, deviation, ends);
    }
  }
}

/** As in `spreadSlope`, for targets that are 1 apart: 1.25 · 4. */
const leastSlope = 5;

/** The chosen columns, as rows. */
function selectColumnsTransposed({ data, rows, columns }: Matrix, chosen: Int32Array): Matrix {
  const result = matrix(chosen.length, rows);
  chosen.forEach((from, at) => {
    for (let i = 0; i < rows; i++) result.data[at * rows + i] = data[i * columns + from];
  });
  return result;
}

/** Rows that intervals are made of, at most. */
const mostSpreadRows = 300;

/**
 * What intervals of outputs are made of: the variance by a part of the rows alone, times the factor by which it is larger at the rows than that of all
 * rows, which leaving them out knows.
 */
export function outputSpread(
  engine: Engine,
  { kernel, rows, metric }: { readonly kernel: Kernel; readonly rows: Matrix; readonly metric: Metric },
  regularization: number,
  { variances, noises }: { readonly variances: Float64Array; readonly noises: Float64Array },
): OutputSpread {
  const n = rows.rows;
  const count = Math.min(n, mostSpreadRows);
  const chosen = Int32Array.from({ length: count }, (_, k) => Math.floor((k * n) / count));
  const U = inMetric(engine, metric, rows);
  const some = selectRows(U, chosen);
  const K = kernel.matrix(engine, some);
  for (let i = 0; i < count; i++) K.data[i * count + i] += regularization;
  const factored = engine.cholesky(K);
  const identity = matrix(count, count);
  for (let i = 0; i < count; i++) identity.data[i * count + i] = 1;
  const factor = factored.ok ? engine.solveTriangular(factored.factor, identity) : matrix(count, count);
  if (count === n) return { chosen, factor, scale: 1 / regularization, noises };
  const others = Int32Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) * n) / count));
  const explained = columnSquares(engine.multiply(factor, kernel.cross(engine, some, selectRows(U, others))));
  const ratios = Array.from(others, (at, k) => variances[at] / Math.max(1e-12, (1 - explained[k]) / regularization));
  const median = ratios.toSorted((a, b) => a - b)[count >> 1];
  return { chosen, factor, scale: median / regularization, noises };
}

const spreadCodec = record({
  chosen: rowNumbers,
  factor: anyMatrix,
  scale: notNegative,
  noises: numbersOf(notNegative),
});

/** The document of an expansion. */
export const metricCodec: RecordCodec<MetricExpansion> = refined(
  record({
    rows: encodedMatrix,
    parts: list(
      record({
        kernel: kernelCodec,
        scales: optional(numbersOf(linkNumber)),
        projection: optional(matrixOf(linkNumber)),
        coefficients: anyMatrix,
      }),
    ),
    linked: linkedCodec,
    spread: optional(spreadCodec),
    sizes: classSizes,
  }),
  ({ rows, parts, linked, spread, sizes }, expect) => {
    const C = sizes.length;
    const M = C === 2 ? 1 : C;
    expect.length(linked.link.offsets, ".linked.link.offsets", C);
    expect.that(parts.length > 0, ".parts", "one part or more", parts);
    parts.forEach(({ scales, projection, coefficients }, k) => {
      expect.shape(coefficients, `.parts[${k}].coefficients`, rows.rows, M);
      if (scales) expect.length(scales, `.parts[${k}].scales`, rows.columns);
      if (projection) expect.shape(projection, `.parts[${k}].projection`, rows.columns, rows.columns);
    });
    if (spread) {
      const { chosen, factor, noises } = spread;
      expect.shape(factor, ".spread.factor", chosen.length, chosen.length);
      expect.length(noises, ".spread.noises", M);
    }
  },
);
