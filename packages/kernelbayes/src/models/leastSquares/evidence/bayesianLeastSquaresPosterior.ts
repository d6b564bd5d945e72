import { encodedMatrix } from "../../../posterior/largestEncodedValue.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import {
  classCenters,
  classSizes,
  frequencyLogOdds,
  logOddsOf,
  type OddsRule,
  type LatentClassMeans,
} from "./logOddsOf.ts";
import type { EvidenceOptimum } from "./searchLeastSquares.ts";
import {
  evidenceProblem,
  evidencePosterior,
  functionalVariance,
  type EvidencePosterior,
  predictionAt,
} from "./evidencePosterior.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { normalQuantile } from "../../../numeric/normalCdf.ts";
import { logSigmoid, sigmoid } from "../../../numeric/sigmoid.ts";
import { emptyPrediction, type FitFigures, type NumericPosterior } from "../../../posterior/numericPosterior.ts";
import { putLogitInPlace } from "../../../calibration/logitInterval.ts";
import { oneFunction, oneSum } from "../../../posterior/latentExpansion.ts";
import { oddsLogProbabilities, oddsProbabilities } from "../../../calibration/oddsPrediction.ts";
import {
  finiteNumber,
  flag,
  list,
  madeOf,
  numbers,
  oneOf,
  optional,
  positive,
  record,
  refined,
  text,
  type RecordCodec,
} from "../../../codec.ts";
import { expectLabelled, kernelCodec, rowClasses, rowWeights } from "../../parts/kernelCodec.ts";
import type { Precisions } from "./evidenceSpectrum.ts";
import { rowChunks } from "../../../matrix/row.ts";

/** Kernel, precisions and the rows they were learned from: all that a fitted machine depends on, and how it was found. */
export interface EvidenceFit extends Precisions {
  readonly kernel: Kernel;
  /** Rows that differ, with class 0 or 1 and summed weight. */
  readonly rows: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** How outputs become odds. */
  readonly odds: OddsRule;
  /** γ, how many parameters the data determine. */
  readonly effective: number;
  /** How much each source column counts, as shares of one, for a kernel with a length scale a column. */
  readonly relevance: Float64Array | undefined;
  /** Where the starts of the search ended, in order. */
  readonly optima: readonly EvidenceOptimum[];
}

/** A fit with its factorization. */
export interface FactoredEvidenceFit extends EvidenceFit {
  readonly law: EvidencePosterior;
  readonly means: LatentClassMeans;
}

/** One Cholesky factorization of I + ϱK. */
export function factorEvidenceFit(engine: Engine, fit: EvidenceFit): FactoredEvidenceFit {
  const { kernel, rows: X, classes, weights, odds } = fit;
  const law = evidencePosterior(engine, evidenceProblem(engine, kernel, { X, classes, weights }), fit);
  return { ...fit, law, means: classCenters(law, odds) };
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** The posterior of a machine: class probabilities with the uncertainty of its output integrated out. */
export function bayesianLeastSquaresPosterior(
  engine: Engine,
  fit: FactoredEvidenceFit,
  figures: FitFigures,
): NumericPosterior {
  return {
    ...figures,
    predict(X, level) {
      const z = normalQuantile(0.5 + level / 2);
      const prediction = emptyPrediction(X.rows, 2);
      for (const [start, chunk] of rowChunks(X, chunkRows)) {
        outputsOf(engine, fit, chunk).forEach((logitAt, i) => {
          const logit = logitAt(0);
          const deviation = (logitAt(1) - logitAt(-1)) / 2;
          for (const [c, sign] of [-1, 1].entries()) {
            const ends = [sigmoid(sign * logitAt(-sign * z)), sigmoid(sign * logitAt(sign * z))] as const;
            putLogitInPlace(prediction, 2 * (start + i) + c, logSigmoid(sign * logit), sign * logit, deviation, ends);
          }
        });
      }
      return prediction;
    },
    probabilities: (X) =>
      oddsProbabilities(X, chunkRows, (rows) =>
        Float64Array.from(outputsOf(engine, fit, rows), (logitAt) => logitAt(0)),
      ),
    expansion: () =>
      oneFunction({
        constant: fit.law.bias,
        sums: [oneSum(fit.kernel, fit.rows, fit.law.coefficients)],
        variance: ({ images, own }) => own && functionalVariance(fit.law, images[0], own()[0]),
      }),
    parameters: () => fitCodec.write(fit),
  };
}

/** The log probabilities of both classes for each row. */
export function evidenceLogProbabilities(engine: Engine, fit: FactoredEvidenceFit, X: Matrix): Matrix {
  return oddsLogProbabilities({ logits: Float64Array.from(outputsOf(engine, fit, X), (logitAt) => logitAt(0)) });
}

/** For each row the log odds of class 1 at its output and so many deviations of it further, at the same total variance. */
function outputsOf(
  engine: Engine,
  { kernel, rows, law, means, odds }: FactoredEvidenceFit,
  X: Matrix,
): ((deviations: number) => number)[] {
  const { mean, variance } = predictionAt(law, kernel.cross(engine, rows, X), kernel.diagonal(X));
  const prior = frequencyLogOdds(odds, classSizes(law));
  return Array.from(mean, (output, t) => {
    const deviation = Math.sqrt(variance[t]);
    const total = variance[t] + 1 / law.noisePrecision;
    return (deviations) => logOddsOf(odds, output + deviations * deviation, total, means) + prior;
  });
}

const fitCodec: RecordCodec<EvidenceFit> = refined(
  record({
    kernel: kernelCodec,
    functionPrecision: positive,
    noisePrecision: positive,
    odds: oneOf("side", "targets", "empirical"),
    rows: encodedMatrix,
    classes: rowClasses,
    weights: rowWeights,
    effective: positive,
    relevance: optional(numbers),
    optima: list(
      record({
        objective: optional(finiteNumber),
        kernel: optional(numbers),
        ratio: optional(finiteNumber),
        converged: flag,
        status: text,
      }),
    ),
  }),
  expectLabelled,
);

/** Reads the parameters back, checks that they belong together and factorizes. */
export function readEvidenceFit(engine: Engine, document: unknown, path: string): FactoredEvidenceFit {
  const fit = fitCodec.read(document, path);
  return madeOf(path, "a machine", () => factorEvidenceFit(engine, fit));
}
