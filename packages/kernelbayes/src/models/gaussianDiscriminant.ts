import type { Engine } from "../engine/engine.ts";
import type { Matrix } from "../engine/matrix.ts";
import { InputError, type Warning } from "../errors.ts";
import { discriminantLeaveOneOut } from "../inference/discriminantLeaveOneOut.ts";
import {
  discriminantMoments,
  withinScatter,
  type DiscriminantMoments,
  type Scatter,
} from "../inference/discriminantMoments.ts";
import { shrunkCovariance } from "../inference/shrunkCovariance.ts";
import {
  gaussianDiscriminantPosterior,
  predictGaussianClasses,
  type GaussianClasses,
} from "../posterior/gaussianDiscriminant.ts";
import { readGaussianClasses } from "../posterior/gaussianDiscriminantDocument.ts";
import type { LeaveOneOut, NumericPosterior } from "../posterior/numericPosterior.ts";
import { progress, type Work } from "../run/work.ts";
import { hasAllClasses, ownFolds, problemRows, scatterRows, scoresOf } from "./heldOutByFolds.ts";
import type { Context, Cost, Model, Problem } from "./model.ts";
import { checkOptions, numberOption } from "./options.ts";
import { logPriorsOf } from "./priors.ts";

export interface DiscriminantOptions {
  /** ρ from 0 to 1: the covariance becomes (1 − ρ) S + ρ (tr S / p) I. Default 0. */
  readonly shrinkage?: number;
}

/** The linear discriminant (one covariance for all classes) and the quadratic one (one a class): the same model but for that. */
export function gaussianDiscriminant(name: "lda" | "qda", options: DiscriminantOptions): Model {
  checkOptions(name, options, ["shrinkage"]);
  const shrinkage = numberOption(name, "shrinkage", options.shrinkage ?? 0, 0, 1);
  const shared = name === "lda";
  return {
    name,
    classes: "many",
    *fit(problem: Problem, context: Context): Work<NumericPosterior> {
      yield progress("moments", 0, 2);
      const estimate = estimateClasses(problem, context, shared, shrinkage);
      yield progress("moments", 1, 2);
      const leaveOneOut = problem.rowGroups
        ? yield* heldOutGroups(problem, context, shared, shrinkage)
        : exactLeaveOneOut(problem, context.engine, estimate, shrinkage);
      const warnings = omittedWarning(leaveOneOut);
      yield progress("moments", 2, 2);
      return gaussianDiscriminantPosterior(context.engine, estimate.classes, {
        leaveOneOut,
        evidence: undefined,
        warnings,
      });
    },
    restore: (parameters, figures, { engine, seed }) =>
      gaussianDiscriminantPosterior(engine, readGaussianClasses(parameters, "parameters", seed), figures),
    cost: (rows, columns, classes) => discriminantCost(rows, columns, shared ? 1 : classes),
    toDocument: () => ({ name, shrinkage }),
  };
}

interface Estimate {
  readonly classes: GaussianClasses;
  readonly moments: DiscriminantMoments;
  readonly scatters: readonly Scatter[];
}

function estimateClasses(problem: Problem, { engine, seed }: Context, shared: boolean, shrinkage: number): Estimate {
  const { X, classes, weights, classCount } = problem;
  const moments = discriminantMoments(engine, X, classes, weights, classCount);
  const { sizes, total } = moments;
  const scatters = shared
    ? [withinScatter(engine, moments, classes, weights)]
    : Array.from(sizes, (_, k) => withinScatter(engine, moments, classes, weights, k));
  const covariances = scatters.map((scatter, k) => {
    const divisor = shared ? total - classCount : (sizes[k] as number) - 1;
    checkRank(scatter, moments, divisor, shared ? undefined : k, shrinkage);
    return shrunkCovariance(engine, moments, scatter, divisor, shrinkage);
  });
  return {
    moments,
    scatters,
    classes: {
      sizes,
      logPriors: logPriorsOf(problem, sizes),
      priorsAreEmpirical: problem.priors === undefined,
      center: moments.center,
      means: engine.multiply(moments.means, moments.basis, { transposeB: true }),
      covariances,
      shrunk: shrinkage > 0,
      curve: undefined,
      seed,
    },
  };
}

/** Refuses a covariance that cannot be inverted within the span in which the rows vary. */
function checkRank(
  scatter: Scatter,
  moments: DiscriminantMoments,
  divisor: number,
  k: number | undefined,
  rho: number,
): void {
  const r = moments.basis.columns;
  if (divisor > 1e-9 && (rho > 0 ? scatter.trace > 0 : scatter.rank === r)) return;
  const whose = k === undefined ? "The pooled covariance of the classes" : `The covariance of class number ${k + 1}`;
  throw new InputError(
    "singular-covariance",
    `${whose} is singular: its rows vary in ${scatter.rank} of ${r} directions (${moments.columns} columns). ` +
      (scatter.trace > 0 && divisor > 1e-9
        ? "Choose a shrinkage above 0, for example 0.1, or the model rda, which chooses it by itself."
        : "There must be rows of one class that differ; use more rows, or the model rda."),
  );
}

function exactLeaveOneOut(
  problem: Problem,
  engine: Engine,
  { moments, scatters }: Estimate,
  shrinkage: number,
): LeaveOneOut {
  const { classes, weights } = problem;
  return { method: "exact", ...discriminantLeaveOneOut(engine, { moments, classes, weights, scatters, shrinkage }) };
}

/** Groups are left out whole, ten folds of them at most, everything estimated again from the rest. */
function* heldOutGroups(problem: Problem, context: Context, shared: boolean, shrinkage: number): Work<LeaveOneOut> {
  const logProbabilities: Matrix = scoresOf(problem);
  const tested = new Set<number>();
  const folds = ownFolds(problem, 10, context.seed);
  for (const [index, { train, test }] of folds.entries()) {
    const training = problemRows(problem, train);
    if (hasAllClasses(training)) {
      const held = problemRows(problem, test);
      // Scores are compared between models under the frequencies of the remaining rows.
      const { classes } = estimateClasses({ ...training, priors: undefined }, context, shared, shrinkage);
      scatterRows(
        logProbabilities,
        test,
        predictGaussianClasses(context.engine, classes, held.X, 0.9).logProbabilities,
      );
      for (const row of test) tested.add(row);
    }
    yield progress("folds", index + 1, folds.length);
  }
  const omitted = Array.from(problem.classes, (_, row) => row).filter((row) => !tested.has(row));
  return { method: "folds", logProbabilities, omitted };
}

/** Names the number of rows without a leave-one-out score. */
export function omittedWarning({ omitted }: LeaveOneOut): Warning[] {
  if (omitted.length === 0) return [];
  const rows = omitted.length === 1 ? "One row has" : `${omitted.length} rows have`;
  return [
    {
      code: "no-leave-one-out",
      message:
        `${rows} no leave-one-out score, because no valid model is left without them (too few rows of their class); ` +
        "figures computed from leave-one-out leave them out. More rows of the small classes, or shrinkage, would mend it.",
    },
  ];
}

/** Moments n p², one eigendecomposition of at most min(n, p) a covariance, and rotations of the rows. */
export function discriminantCost(rows: number, columns: number, covariances: number): Cost {
  const r = Math.min(rows, columns);
  return {
    memory: 8 * (rows * columns * 6 + columns * r * (2 + 3 * covariances) + 8 * r * r + rows * 64) + 2 ** 20,
    operations: rows * columns * r * (3 + covariances) + 25 * covariances * r ** 3,
  };
}
