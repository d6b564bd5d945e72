import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError, type Warning } from "../errors.ts";
import { logLossFromLogarithms } from "../evaluate/logLoss.ts";
import {
  bracketSpectrum,
  shrunkBracket,
  type Bracket,
  type BracketSpectrum,
  type ShrinkageTarget,
} from "../inference/bracketSpectrum.ts";
import { classMoments, weightedRows, type ClassMoments } from "../inference/classMoments.ts";
import { applyScoreCurve, fitScoreCurve, type ScoreCurve } from "../inference/scoreCurve.ts";
import { gaussianDiscriminantPosterior } from "../posterior/gaussianDiscriminant.ts";
import { readGaussianClasses } from "../posterior/gaussianDiscriminantDocument.ts";
import type { LeaveOneOut, NumericPosterior } from "../posterior/numericPosterior.ts";
import { selectRows } from "../matrix/selectRows.ts";
import { progress, type Work } from "../run/work.ts";
import { discriminantCost, omittedWarning } from "./gaussianDiscriminant.ts";
import { hasAllClasses, ownFolds, problemRows, scatterRows, scoresOf } from "./heldOutByFolds.ts";
import type { Context, Model, Problem } from "./model.ts";
import { checkOptions } from "./options.ts";
import { logPriorsOf } from "./priors.ts";

/** Shares of the pooled covariance in each class covariance, from all to none. */
const pooledShares = [1, 0.75, 0.5, 0.25, 0];
/** Weights of the target, from the simplest matrix to the richest. */
const targetWeights = [1, 0.75, 0.5, 0.25, 0.1, 0.05, 0.001];
const targets: readonly ShrinkageTarget[] = ["mean", "diagonal"];

/** One way to shrink: Σ_k = (1 − g)[(1 − a) S_k + a S] + g T. */
interface Candidate {
  readonly pooled: number;
  readonly weight: number;
  readonly target: ShrinkageTarget;
}

const candidates: readonly Candidate[] = targets.flatMap((target) =>
  pooledShares.flatMap((pooled) => targetWeights.map((weight) => ({ pooled, weight, target }))),
);

/**
 * Shrunken Gaussian discriminant, between the linear and the quadratic one and beyond both towards independence:
 *
 *     Σ_k = (1 − g) [(1 − a) S_k + a S] + g T
 *
 * with S_k the covariance of the class, S the pooled one, and T the diagonal of the bracket or its mean times the
 * identity. a, g and T are chosen among 70 candidates by the log loss of ten stratified folds after a calibration curve
 * (slope and offsets) on the held-out scores; the same curve then serves the predictions. Works for p > n.
 *
 * @example shrunkenDiscriminant()
 */
export function shrunkenDiscriminant(options: Readonly<Record<string, never>> = {}): Model {
  checkOptions("rda", options, []);
  return {
    name: "rda",
    classes: "many",
    *fit(problem: Problem, context: Context): Work<NumericPosterior> {
      const held = yield* chooseCandidate(problem, context);
      const fitted = learn(problem, context.engine);
      const spectra = spectraOf(context.engine, fitted, held.chosen.pooled, held.chosen.target);
      if (!spectra) throw noVariance();
      const warnings: Warning[] = held.leaveOneOut ? omittedWarning(held.leaveOneOut) : [nothingHeldOut];
      if (held.curve?.slope === 0) warnings.push(noInformation);
      yield progress("final fit", 1, 1);
      return gaussianDiscriminantPosterior(
        context.engine,
        {
          sizes: fitted.moments.sizes,
          logPriors: logPriorsOf(held.curve ? { ...problem, priors: undefined } : problem, fitted.moments.sizes),
          priorsAreEmpirical: problem.priors === undefined,
          center: new Float64Array(problem.X.columns),
          means: fitted.moments.means,
          covariances: spectra.map((spectrum) => shrunkBracket(spectrum, held.chosen.weight)),
          shrunk: true,
          curve: held.curve && withPriors(held.curve, problem, fitted.moments.sizes),
          seed: context.seed,
        },
        { leaveOneOut: held.leaveOneOut, evidence: undefined, warnings },
      );
    },
    restore: (parameters, figures, { engine, seed }) =>
      gaussianDiscriminantPosterior(engine, readGaussianClasses(parameters, "parameters", seed), figures),
    cost(rows, columns, classes) {
      const one = discriminantCost(rows, columns, classes);
      return {
        memory: one.memory + 8 * candidates.length * rows * classes,
        operations: one.operations * 10 * targets.length * pooledShares.length,
      };
    },
    toDocument: () => ({ name: "rda" }),
  };
}

interface Choice {
  readonly chosen: Candidate;
  readonly curve: ScoreCurve | undefined;
  readonly leaveOneOut: LeaveOneOut | undefined;
}

/** Scores every candidate on held-out folds and keeps the one with the lowest log loss; ties go to the simpler. */
function* chooseCandidate(problem: Problem, context: Context): Work<Choice> {
  const { engine, seed } = context;
  const folds = ownFolds(problem, 10, seed);
  const scores = candidates.map(() => scoresOf(problem));
  const tested: number[] = [];
  for (const [index, { train, test }] of folds.entries()) {
    const training = problemRows(problem, train);
    if (hasAllClasses(training)) {
      const held = problemRows(problem, test);
      const fitted = learn(training, engine);
      candidateScores(engine, fitted, held.X).forEach((values, at) => scatterRows(scores[at], test, values));
      tested.push(...test);
    }
    yield progress("shrinkage", index + 1, folds.length + 1);
  }
  tested.sort((a, b) => a - b);
  const rows = Int32Array.from(tested);
  const held = problemRows(problem, rows);
  let best: (Choice & { readonly loss: number }) | undefined;
  for (const [at, candidate] of candidates.entries()) {
    if (!hasAllClasses(held)) break;
    const chosenScores = selectRows(scores[at], rows);
    if (!chosenScores.data.every(Number.isFinite)) continue;
    const curve = fitScoreCurve(engine, chosenScores, held.classes, held.weights);
    const logProbabilities = scoresOf(problem);
    const calibrated = curvedRows(curve, chosenScores);
    const loss = logLossFromLogarithms(calibrated, held.classes, held.weights).mean;
    if (!best || loss < best.loss - 1e-12) {
      scatterRows(logProbabilities, rows, calibrated);
      const untested = new Set(rows);
      const omitted = Array.from(problem.classes, (_, row) => row).filter((row) => !untested.has(row));
      best = { loss, chosen: candidate, curve, leaveOneOut: { method: "folds", logProbabilities, omitted } };
    }
  }
  yield progress("shrinkage", folds.length + 1, folds.length + 1);
  // Too few rows to hold any out: one shared covariance, half way to a sphere, and no curve.
  return best ?? { chosen: { pooled: 1, weight: 0.5, target: "mean" }, curve: undefined, leaveOneOut: undefined };
}

/** What all candidates share on one set of training rows. */
interface Learned {
  readonly moments: ClassMoments;
  readonly logPriors: Float64Array;
  readonly idle: readonly boolean[];
  /** (1 − a) S_k + a S. */
  bracket(k: number, pooled: number): Bracket;
}

function learn({ X, classes, weights, classCount }: Problem, engine: Engine): Learned {
  const moments = classMoments(X, classes, weights, classCount);
  const { sizes, total, within } = moments;
  const p = X.columns;
  const pooledDivisor = Math.max(total - classCount, 1e-9);
  const logPriors = sizes.map((size) => Math.log(size / total));
  const squares = new Float64Array(p);
  for (let at = 0; at < within.data.length; at++) squares[at % p] += within.data[at] ** 2;
  const idle = Array.from(squares, (sum) => sum === 0);
  // A class of one row has no covariance; it then counts as zero and the pooled one must do.
  const share = (row: number, k: number, pooled: number): number =>
    weights[row] * (pooled / pooledDivisor + (classes[row] === k && sizes[k] > 1 ? (1 - pooled) / (sizes[k] - 1) : 0));
  if (p > X.rows) {
    return {
      moments,
      logPriors,
      idle,
      bracket(k, pooled) {
        const shares = Float64Array.from(classes, (_, row) => share(row, k, pooled));
        return { kind: "rows", Z: weightedRows(within, shares, (row) => shares[row] > 0) };
      },
    };
  }
  const scatters = Array.from(sizes, (_, k) =>
    engine.symmetricProduct(
      weightedRows(within, weights, (row) => classes[row] === k),
      { transpose: true },
    ),
  );
  const sum = matrix(p, p);
  for (const { data } of scatters) data.forEach((value, at) => (sum.data[at] += value));
  return {
    moments,
    logPriors,
    idle,
    bracket(k, pooled) {
      const own = sizes[k] > 1 ? (1 - pooled) / (sizes[k] - 1) : 0;
      return {
        kind: "matrix",
        B: matrix(
          p,
          p,
          sum.data.map((value, at) => (pooled / pooledDivisor) * value + own * scatters[k].data[at]),
        ),
      };
    },
  };
}

/** One spectrum for all classes when everything is pooled, otherwise one a class; undefined where one does not exist. */
function spectraOf(
  engine: Engine,
  { moments, idle, bracket }: Learned,
  pooled: number,
  target: ShrinkageTarget,
): BracketSpectrum[] | undefined {
  const spectra: BracketSpectrum[] = [];
  for (let k = 0; k < (pooled === 1 ? 1 : moments.sizes.length); k++) {
    const spectrum = bracketSpectrum(engine, bracket(k, pooled), target, idle);
    if (!spectrum) return undefined;
    spectra.push(spectrum);
  }
  return spectra;
}

/** Scores of rows under every candidate, in their order; NaN where a candidate has no valid covariance. */
function candidateScores(engine: Engine, learned: Learned, rows: Matrix): Matrix[] {
  const { moments, logPriors } = learned;
  const C = moments.sizes.length;
  return targets.flatMap((target) =>
    pooledShares.flatMap((pooled) => {
      const spectra = spectraOf(engine, learned, pooled, target);
      const results = targetWeights.map(() => matrix(rows.rows, C, new Float64Array(rows.rows * C).fill(NaN)));
      if (!spectra) return results;
      for (let k = 0; k < C; k++) {
        const spectrum = spectra[pooled === 1 ? 0 : k];
        const quadratics = quadraticsOf(engine, spectrum, rows, moments.means, k);
        targetWeights.forEach((weight, at) => {
          const { forms, logDeterminant } = quadratics(weight);
          forms.forEach((form, i) => {
            results[at].data[i * C + k] = logPriors[k] - 0.5 * (form + logDeterminant);
          });
        });
      }
      return results;
    }),
  );
}

/** Squared distances to the mean of class k under (1 − g) B + g T, for any g after one rotation. */
function quadraticsOf(engine: Engine, spectrum: BracketSpectrum, rows: Matrix, means: Matrix, k: number) {
  const { scale, vectors, values } = spectrum;
  const p = rows.columns;
  const r = vectors.columns;
  const scaled = matrix(
    rows.rows,
    p,
    rows.data.map((value, at) => (value - means.data[k * p + (at % p)]) / scale[at % p]),
  );
  const coordinates = engine.multiply(scaled, vectors);
  const logScale = 2 * scale.reduce((sum, root) => sum + Math.log(root), 0);
  return (g: number): { forms: Float64Array; logDeterminant: number } => {
    const shrunk = values.map((value) => (1 - g) * value + g);
    const logDeterminant = logScale + shrunk.reduce((sum, value) => sum + Math.log(value), 0) + (p - r) * Math.log(g);
    const forms = new Float64Array(rows.rows);
    for (let i = 0; i < rows.rows; i++) {
      let inside = 0;
      let outside = 0;
      for (let j = 0; j < r; j++) {
        const square = coordinates.data[i * r + j] ** 2;
        inside += square / shrunk[j];
        outside -= square;
      }
      if (r < p) for (let j = 0; j < p; j++) outside += scaled.data[i * p + j] ** 2;
      forms[i] = inside + (r < p ? Math.max(0, outside) / g : 0);
    }
    return { forms, logDeterminant };
  };
}

function curvedRows(curve: ScoreCurve, scores: Matrix): Matrix {
  const C = scores.columns;
  const result = matrix(scores.rows, C);
  for (let i = 0; i < scores.rows; i++) {
    result.data.set(applyScoreCurve(curve, scores.data.subarray(i * C, (i + 1) * C)), i * C);
  }
  return result;
}

/** A curve learned under the class frequencies, carried over to given priors: p' ∝ p π'/π. */
function withPriors(curve: ScoreCurve, { priors }: Problem, sizes: Float64Array): ScoreCurve {
  if (!priors) return curve;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return { ...curve, offsets: curve.offsets.map((offset, k) => offset + Math.log((priors[k] * total) / sizes[k])) };
}

const nothingHeldOut: Warning = {
  code: "not-tuned",
  message:
    "There are too few rows to hold any out: shrinkage was not tuned and the probabilities are not calibrated. " +
    "At least two different rows of two classes are needed.",
};

const noInformation: Warning = {
  code: "no-information",
  message:
    "On rows that were held out the columns told nothing about the classes: every row gets the class frequencies. " +
    "Other columns or another model may help.",
};

function noVariance(): InputError {
  return new InputError(
    "singular-covariance",
    "The rows do not differ within their classes, so no covariance can be estimated. More rows are needed.",
  );
}
