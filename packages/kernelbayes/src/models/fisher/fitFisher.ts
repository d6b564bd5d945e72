import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { numbersUpTo, selectRows } from "../../matrix/row.ts";
import { lowRankKernelAt } from "../../rows/kernel/lowRankKernel.ts";
import { otherRowsAsFew, type BasisFeatures } from "../parts/basisSums.ts";
import { rowsDoNotDiffer, type Problem } from "../../rows/labelledRows.ts";
import { impliedOverlapOf } from "./impliedOverlapOf.ts";
import { searchFisher, type FisherRows } from "./evidence/searchFisher.ts";
import { choosePivots, type FisherBasis } from "./evidence/choosePivots.ts";
import { expectationWarnings, fisherWarnings } from "./fisherWarnings.ts";
import { fitLabelNoise, type NoisyFit } from "./fitLabelNoise.ts";
import { flatParameters } from "../../search/flatParameters.ts";
import { medianSquaredDistance, startingKernels } from "../../search/searchBounds.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { pause, type Work } from "../../run/work.ts";
import { calibrateOdds, type CalibratedOdds } from "../../calibration/calibratedOdds.ts";
import { identityCurve } from "../../calibration/oddsCurve.ts";
import { distinctRows } from "../../rows/distinctRows.ts";
import { denseDiscriminant, trainSparse, type TrainedDiscriminant } from "./fisherDiscriminant.ts";
import { bayesianFisherPosterior, fisherLogProbabilities } from "./posterior.ts";
import { leaveGroupsOut } from "../../rows/heldOutByFolds.ts";
import { leaveSetsOut } from "../../rows/leaveSetsOut.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import type { Context } from "../model.ts";
import { searchByExpectation } from "./evidence/maximizeByExpectation.ts";
import { around, rankOf, type FisherOptionSettings } from "./fisherOptions.ts";

/** How expectation maximization reads Algorithm 1. */
const readings = { em: "consistent", "em-as-printed": "printed" } as const;

/** Kernel and β of the highest evidence, the discriminant they make, and what left-out rows say of its log odds. */
export function* fitFisher(problem: Problem, context: Context, settings: FisherOptionSettings): Work<NumericPosterior> {
  const { engine } = context;
  const { columnGroups } = problem;
  const { precisionPrior: prior, degrees, hyperparameters, tolerance, distance } = settings;
  const fixed = typeof settings.precision === "number" ? settings.precision : undefined;
  const sets = distinctRows(problem);
  const squaredDistance = medianSquaredDistance(engine, sets.X);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const asked = (settings.kernel ?? around(gaussian())).forColumns(columnGroups);
  const fisherRows: FisherRows = {
    X: sets.X,
    classes: sets.classes,
    weights: sets.weights,
    squaredDistance,
    flat: flatParameters(engine, asked, sets.X),
    options: { prior, degrees, distance },
    isPrecisionFixed: fixed !== undefined,
    rank: hyperparameters === "evidence" ? rankFor(settings, sets.X.rows, problem.others !== undefined) : undefined,
    basis: settings.basis,
  };
  // The narrowest comes last, from which all rows are searched too.
  const starts = startingKernels(asked, {
    starts: settings.starts.toSorted((a, b) => a - b),
    squaredDistance,
    isGiven: settings.kernel !== undefined,
  }).map((kernel) => ({ kernel, precision: fixed ?? 1 }));
  const found =
    hyperparameters === "evidence"
      ? yield* searchFisher(engine, starts, fisherRows, context.seed)
      : yield* searchByExpectation(engine, starts, fisherRows, { reading: readings[hyperparameters], tolerance });
  const { optima, kernel, precision, pivots, gradientNorm, atBounds, trace } = found;
  const few =
    problem.others &&
    pivots &&
    (yield* otherRowsAsFew(engine, { ...sets, classCount: 2 }, spanOfPivots(engine, kernel, sets.X, pivots)));
  const sparse = pivots && trainSparse(engine, kernel, { precision, distance }, { ...sets, pivots, few });
  const trained = sparse ?? denseDiscriminant(engine, kernel, { precision, distance }, sets);
  yield pause;
  const judged =
    settings.labelNoise === "estimated"
      ? { ...(yield* fitLabelNoise(problem, context, trained, sets)), curve: identityCurve }
      : { ...(yield* judgedByCurve(problem, context, trained, { setOf: sets.setOf, pivots, settings })), warnings: [] };
  const { discriminant = trained, rows = { X: sets.X, classes: sets.classes, weights: sets.weights } } = judged;
  const { curve, flips, leaveOneOut, labelNoise } = judged;
  yield pause;
  const impliedOverlap = fixed === undefined ? impliedOverlapOf(discriminant, prior, degrees) : undefined;
  return bayesianFisherPosterior(
    {
      discriminant,
      source: sparse?.moments ?? rows,
      curve,
      flips,
      optima,
      impliedOverlap,
      trace: trace && Float64Array.from(trace),
      calibratedSpread: true,
    },
    {
      search: { gradientNorm, atBounds },
      leaveOneOut,
      labelNoise,
      evidence: discriminant.evidence(degrees),
      warnings: [
        ...omittedWarning(leaveOneOut),
        ...fisherWarnings(atBounds, optima, starts.length),
        ...expectationWarnings(found, settings),
        ...judged.warnings,
      ],
    },
  );
}

/** With rows that are not in memory there is a rank in any case. */
function rankFor(settings: FisherOptionSettings, rows: number, hasOthers: boolean): number | undefined {
  return hasOthers ? Math.min(rows, rankOf(settings, Infinity) ?? rows) : rankOf(settings, rows);
}

/** The features that pivots make of rows. */
function spanOfPivots(engine: Engine, kernel: Kernel, X: Matrix, pivots: Int32Array): BasisFeatures {
  const { basis, triangle } = lowRankKernelAt(engine, kernel, selectRows(X, pivots), numbersUpTo(pivots.length));
  return { kernel, basis, factor: triangle };
}

/** What the leave-one-out of a discriminant says of its log odds. */
function* judgedByCurve(
  problem: Problem,
  context: Context,
  discriminant: TrainedDiscriminant,
  {
    setOf,
    pivots,
    settings,
  }: { readonly setOf: Int32Array; readonly pivots: Int32Array | undefined; readonly settings: FisherOptionSettings },
): Work<CalibratedOdds & Partial<Omit<NoisyFit, "leaveOneOut">>> {
  const claimed = problem.rowGroups
    ? yield* leaveGroupsOutAt(problem, context, discriminant, pivots && { rank: pivots.length, basis: settings.basis })
    : leaveSetsOut(discriminant.leaveOneOut(), setOf);
  yield pause;
  return calibrateOdds(claimed, problem, settings.calibration);
}

/** Groups of rows are left out in folds, at the chosen kernel and β. */
function leaveGroupsOutAt(
  problem: Problem,
  { engine, seed }: Context,
  { kernel, ...settings }: TrainedDiscriminant,
  pivoting: { readonly rank: number; readonly basis: FisherBasis } | undefined,
): Work<LeaveOneOut> {
  return leaveGroupsOut(problem, seed, (training, tested) => {
    const sets = distinctRows(training);
    if (!pivoting) return fisherLogProbabilities(denseDiscriminant(engine, kernel, settings, sets), tested);
    const pivots = choosePivots(engine, kernel, sets, { ...pivoting, ...settings });
    return fisherLogProbabilities(trainSparse(engine, kernel, settings, { ...sets, pivots }), tested);
  });
}
