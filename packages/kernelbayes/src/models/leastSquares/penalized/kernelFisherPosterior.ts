import { columnSquares } from "../../../matrix/dot.ts";
import { row, rowChunks } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { mapMatrix, matrix, type Matrix } from "../../../engine/matrix.ts";
import { scoresOf, type LinearScores } from "./projectedClasses.ts";
import { logitDeviations, logitInterval, putLogitInPlace } from "../../../calibration/logitInterval.ts";
import { applyScoreCurve, type ScoreCurve } from "../../../calibration/scoreCurve.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { logOfRest } from "../../../numeric/logSumExp.ts";
import { curvedVariance } from "../../parts/gaussianClasses/gaussianDiscriminantPosterior.ts";
import type { LatentExpansion } from "../../../posterior/latentExpansion.ts";
import { ofIntervals } from "../../../posterior/noIntervals.ts";
import { encodedMatrix } from "../../../posterior/largestEncodedValue.ts";
import {
  type FitFigures,
  type NumericPosterior,
  type NumericPrediction,
  type ProjectionAxis,
  emptyPrediction,
} from "../../../posterior/numericPosterior.ts";
import {
  anyMatrix,
  inline,
  numbers,
  optional,
  positive,
  record,
  refined,
  that,
  type RecordCodec,
} from "../../../codec.ts";
import { expectScoreCurve, scoreCurveCodec } from "../../parts/gaussianClasses/gaussianClassesCodec.ts";
import { kernelCodec } from "../../parts/kernelCodec.ts";
import {
  expansionDocument,
  expansionPosterior,
  projectedOutputs,
  type CalibratedExpansion,
} from "../../parts/expansionPosterior.ts";

/** The directions of a discriminant, and the rule that turns projections on them into probabilities. */
export interface ProjectedDiscriminant {
  readonly kernel: Kernel;
  readonly rows: Matrix;
  /** μ, or the threshold. */
  readonly strength: number;
  /** α as columns: the projections of x are z = αᵀk(x). */
  readonly coefficients: Matrix;
  /** What each direction is worth, descending. */
  readonly ratios: Float64Array;
  readonly scores: LinearScores;
  readonly curve: ScoreCurve;
  /** The covariance of z is noise · (1/total + ‖spread · k(x) − shift‖²); absent in files without intervals. */
  readonly noise?: Matrix | undefined;
  readonly spread?: Matrix | undefined;
  readonly shift?: Float64Array | undefined;
  readonly total: number;
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 2048;

export function kernelFisherPosterior(
  engine: Engine,
  discriminant: ProjectedDiscriminant,
  figures: FitFigures,
): NumericPosterior {
  const C = discriminant.scores.constants.length;
  return {
    ...figures,
    predict(X, level) {
      const prediction = emptyPrediction(X.rows, C);
      for (const [start, part] of rowChunks(X, chunkRows)) {
        predictChunk(engine, discriminant, part, start, level, prediction);
      }
      return prediction;
    },
    probabilities(X) {
      const logProbabilities = matrix(X.rows, C);
      for (const [start, part] of rowChunks(X, chunkRows)) {
        const scores = scoresOf(engine, discriminant.scores, projectionsOf(engine, discriminant, part).projections);
        for (let i = 0; i < part.rows; i++) {
          logProbabilities.data.set(applyScoreCurve(discriminant.curve, row(scores, i)), (start + i) * C);
        }
      }
      return { logProbabilities };
    },
    project(X) {
      const k = discriminant.coefficients.columns;
      const result = matrix(X.rows, k);
      for (const [start, part] of rowChunks(X, chunkRows)) {
        result.data.set(projectionsOf(engine, discriminant, part).projections.data, start * k);
      }
      return result;
    },
    expansion: () => latentOf(engine, discriminant),
    parameters: ({ intervals = true } = {}) =>
      discriminantCodec.write({
        ...discriminant,
        ...(!intervals && { noise: undefined, spread: undefined, shift: undefined }),
      }),
  };
}

/** The scores after their curve as latent functions; the curve itself is taken as known. */
function latentOf(engine: Engine, discriminant: ProjectedDiscriminant): LatentExpansion {
  const { kernel, rows, coefficients, scores, curve, noise, spread } = discriminant;
  const { slope, offsets } = curve;
  const classes = Array.from(scores.constants.keys());
  const loadings = mapMatrix(scores.loadings, (value) => slope * value);
  return {
    functions: classes.map((positive) => ({ positive })),
    constants: scores.constants.map((constant, c) => slope * constant + offsets[c]),
    sums: [{ kernel, rows, functions: classes, coefficients: engine.multiply(coefficients, loadings) }],
    polynomials: [],
    link: { kind: "softmax", isExact: true },
    variance:
      noise && spread
        ? (contrast, { images }) => {
            const direction = engine.multiply(loadings, matrix(contrast.length, 1, contrast));
            const [factor] = engine.multiply(direction, engine.multiply(noise, direction), { transposeA: true }).data;
            return columnSquares(engine.multiply(spread, images[0])).map((square) => Math.max(0, factor) * square);
          }
        : undefined,
  };
}

function projectionsOf(
  engine: Engine,
  { kernel, rows, coefficients }: ProjectedDiscriminant,
  X: Matrix,
): { readonly columns: Matrix; readonly projections: Matrix } {
  const columns = kernel.cross(engine, X, rows);
  return { columns, projections: engine.multiply(columns, coefficients) };
}

function predictChunk(
  engine: Engine,
  discriminant: ProjectedDiscriminant,
  X: Matrix,
  start: number,
  level: number,
  into: NumericPrediction,
): void {
  const { curve, total } = discriminant;
  const shift = ofIntervals(discriminant.shift);
  const { loadings } = discriminant.scores;
  const { columns, projections } = projectionsOf(engine, discriminant, X);
  const scores = scoresOf(engine, discriminant.scores, projections);
  const turned = engine.multiply(columns, ofIntervals(discriminant.spread), { transposeB: true });
  const C = scores.columns;
  const r = shift.length;
  // The covariance of the scores of one row, but for its factor.
  const noise = ofIntervals(discriminant.noise);
  const ofScores = engine.multiply(engine.multiply(loadings, noise, { transposeA: true }), loadings);
  for (let i = 0; i < X.rows; i++) {
    let factor = 1 / total;
    for (let j = 0; j < r; j++) factor += (turned.data[i * r + j] - shift[j]) ** 2;
    const own = applyScoreCurve(curve, row(scores, i));
    const rest = logOfRest(own);
    const deviations = logitDeviations(own, rest, (contrast) => {
      let form = 0;
      for (let a = 0; a < C; a++) {
        for (let b = 0; b < C; b++) form += contrast[a] * contrast[b] * ofScores.data[a * C + b];
      }
      return curvedVariance(curve, scores, i, contrast, factor * Math.max(0, form));
    });
    for (let c = 0; c < C; c++) {
      const logit = own[c] - rest[c];
      const ends = logitInterval(logit, deviations[c], level);
      putLogitInPlace(into, (start + i) * C + c, own[c], logit, deviations[c], ends);
    }
  }
}

/** The parameters of a discriminant. */
export const discriminantCodec: RecordCodec<ProjectedDiscriminant> = refined(
  record({
    kernel: kernelCodec,
    rows: encodedMatrix,
    strength: positive,
    coefficients: anyMatrix,
    ratios: numbers,
    scores: inline(
      record({
        loadings: anyMatrix,
        constants: that(numbers, "two or more numbers", (constants) => constants.length >= 2),
      }),
    ),
    curve: scoreCurveCodec,
    noise: optional(anyMatrix),
    spread: optional(anyMatrix),
    shift: optional(numbers),
    total: positive,
  }),
  ({ rows: { rows: n }, coefficients, ratios, scores, curve, noise, spread, shift }, expect) => {
    const k = coefficients.columns;
    const C = scores.constants.length;
    expect.shape(coefficients, ".coefficients", n, k);
    expect.length(ratios, ".ratios", k);
    expect.shape(scores.loadings, ".loadings", k, C);
    if (noise) expect.shape(noise, ".noise", k, k);
    if (spread) expect.shape(spread, ".spread", shift?.length ?? 0, n);
    expectScoreCurve(curve, C, expect);
  },
);

/** What a label is: the most probable class, or the class of the largest output. */
export type Decision = "probability" | "vote";

/**
 * The posterior of calibrated machines. By vote the label is the class of the largest output, the first of equals; of two
 * classes the second where it is not negative.
 */
export function votingPosterior(
  engine: Engine,
  expansion: CalibratedExpansion,
  figures: FitFigures,
  decision: Decision,
): NumericPosterior {
  const thresholds = decision === "vote" ? expansion.machines.map(() => 0) : undefined;
  return {
    ...expansionPosterior(engine, { ...expansion, thresholds }, figures),
    project: (X) => projectedOutputs(engine, expansion, X),
    axes: axesOf(expansion),
    parameters: (kept) => expansionDocument(expansion, kept),
  };
}

/** The directions of the machines; documents of former versions do not have the class centers. */
function axesOf({ machines, centers }: CalibratedExpansion): ProjectionAxis[] | undefined {
  return (
    centers &&
    machines.map(({ coefficients, bias }, m) => {
      const [zero, one] = centers.subarray(2 * m, 2 * m + 2);
      return { coefficients, constant: bias, centers: [zero, one], distance: one - zero };
    })
  );
}
