import { fromColumns, rowChunks } from "../../matrix/row.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import { uniqueWarnings } from "../../errors.ts";
import { fitCalibrationCurve, type CalibrationCurve } from "../../calibration/calibrationCurve.ts";
import { crossFittedLink, type CrossFittedLink } from "../../calibration/link/crossFittedLink.ts";
import { spreadSlope } from "../../calibration/spreadSlope.ts";
import { crossFittedLogits } from "../../calibration/crossFittedLogits.ts";
import { nestedLimit, nestedLogits } from "./canonical/nestedLogits.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { trialStage } from "./tuned/columnRelevance.ts";
import { progress, type Work } from "../../run/work.ts";
import {
  expansionOptionsDocument,
  readExpansionOptions,
  type BiasOption,
  type ExpansionName,
  type ExpansionOptions,
  type ExpansionSettings,
  type FisherTargetOptions,
  type KernelSettings,
} from "./expansionOptions.ts";
import {
  chunkRows,
  expansionPosterior,
  expansionCodec,
  type CalibratedExpansion,
} from "../parts/expansionPosterior.ts";
import { solveWithOthers } from "./solveWithOthers.ts";
import {
  coupledRows,
  leaveOneOutRows,
  orderedRows,
  withTargets,
  recodedWithout,
  type SolvedExpansion,
} from "./expansionProblem.ts";
import { kernelExpansion } from "./expansion/kernelExpansion.ts";
import type { Context, Cost, Model } from "../model.ts";
import { allSizes, type Problem } from "../../rows/labelledRows.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { tunedExpansion } from "./tuned/tunedExpansion.ts";

/** A least-squares machine of the catalogue. */
export function expansionModel(
  name: ExpansionName,
  options: ExpansionOptions & BiasOption & FisherTargetOptions,
): Model {
  return expansionModelOf(name, readExpansionOptions(name, options));
}

function expansionModelOf(name: ExpansionName, settings: ExpansionSettings): Model {
  return {
    name,
    classes: "many",
    sums: settings.asked?.basis === "all" ? { instead: 'Give a basis of fewer rows, such as basis "random".' } : true,
    fit: (problem, context) => stages(weightsOf(settings, problem.X.rows), fitExpansion(problem, context, settings)),
    near(posterior) {
      const { tuning } = expansionCodec.read(posterior.parameters(), "parameters");
      return tuning ? expansionModelOf(name, { ...settings, known: tuning }) : this;
    },
    restore: (parameters, figures, { engine }) =>
      expansionPosterior(engine, expansionCodec.read(parameters, "parameters"), figures),
    cost: (rows, columns, classes) => expansionCost(settings, rows, columns, classes),
    toDocument: () => ({ name, ...expansionOptionsDocument(name, settings) }),
  };
}

/**
 * Fits calibrated machines, one for two classes or one per class against the rest on the same kernel, basis and decomposition;
 * what is not given is chosen by leave-one-out.
 */
function* fitExpansion(
  problem: Problem,
  { engine, seed }: Context,
  settings: ExpansionSettings,
): Work<NumericPosterior> {
  const rows = orderedRows(problem, seed);
  const ordered = withTargets(rows.problem, settings.targets);
  const { asked } = settings;
  const chosen =
    asked && !isTuned(asked, ordered.X.rows)
      ? yield* kernelExpansion(engine, ordered, problem.columnGroups, settings, asked, seed)
      : yield* tunedExpansion(engine, ordered, problem.columnGroups, settings);
  const solved = problem.others
    ? yield* solveWithOthers(engine, chosen, orderedClasses(problem, rows.setOf, chosen.placeOf), settings)
    : chosen;
  yield progress("final fit", 1, 2);
  const { signs, targets } = solved.problem;
  const left = leftOutputs(solved, settings);
  const curves = left.outputs.map((values, m) => fitCalibrationCurve(values, signs[m], left.weights));
  const linked = signs.length > 1 ? linkOf(engine, solved, left) : undefined;
  const logs = linked?.logProbabilities ?? coupledRows(leftLogits(solved, left, curves, settings), problem.classCount);
  yield progress("final fit", 2, 2);
  const calibrated: CalibratedExpansion = {
    ...solved.expansion,
    kernel: solved.kernel,
    rows: solved.rows,
    tuning: solved.tuning,
    regularization: solved.regularization,
    curves: curves.map((curve, m) => ({ ...curve, spreadSlope: spreadSlope(curve.slope, rangeOf(targets[m])) })),
    linked: linked && { link: linked.link, foldLinks: linked.foldLinks },
    sizes: allSizes(problem),
    thresholds:
      settings.decision === "probability" ? undefined : targets.map((_, m) => boundaryOf(engine, solved, m, settings)),
  };
  const leaveOneOut = leaveOneOutRows(problem, logs, (row) => solved.placeOf[rows.setOf[row]]);
  return expansionPosterior(engine, calibrated, {
    leaveOneOut,
    evidence: undefined,
    warnings: [
      ...omittedWarning(leaveOneOut),
      ...uniqueWarnings(curves.flatMap((curve) => curve.warnings)),
      ...solved.warnings,
    ],
  });
}

/** The classes of a problem in the order of the rows that a machine was fitted to. */
function orderedClasses(
  { classes, classCount }: Problem,
  setOf: Int32Array,
  placeOf: Int32Array,
): Pick<Problem, "classes" | "classCount"> {
  const ordered = new Int32Array(placeOf.length);
  classes.forEach((q, row) => (ordered[placeOf[setOf[row]]] = q));
  return { classes: ordered, classCount };
}

/** The stages of a fit with their weights, as measured on a few hundred rows. */
function weightsOf({ asked, known, columnWeights }: ExpansionSettings, rows: number): Record<string, number> {
  if (asked && !isTuned(asked, rows)) return { "kernel, first widths": 5, kernel: 10, "final fit": 4 };
  const first = columnWeights === "searched" ? { "first width": 4, [trialStage]: 1, "column weights": 2 } : {};
  const widths = known ? {} : { width: 3, "width, all rows": 3, "width, larger basis": 1 };
  return { ...first, ...widths, "final fit": 4 };
}

/** Whether all that is asked for is a random basis of some size, on which the fast tuned fit chooses the rest. */
function isTuned({ kernel, kernelSearch, basis, basisSize }: KernelSettings, rows: number): boolean {
  return !kernel && kernelSearch === "alternate" && basis === "random" && basisSize < rows;
}

interface LeftOutputs {
  readonly outputs: readonly Float64Array[];
  /** Of the rows in the curve: 0 where there is no output because nothing of a class is left. */
  readonly weights: Float64Array;
}

/** Leave-one-out outputs of each machine; with targets counted anew, if so wished. */
function leftOutputs({ problem, residuals, residualsOf }: SolvedExpansion, settings: ExpansionSettings): LeftOutputs {
  const { X, signs, targets, weights, groups } = problem;
  // Rows that stand for others come last.
  const counted = weights.map((weight, i) => (i < X.rows ? weight : 0));
  if (!settings.recodeTargets) {
    const outputs = targets.map((machine, m) =>
      machine.map((target, i) => (i < X.rows ? target - residuals[m][i] : 0)),
    );
    return { outputs, weights: counted };
  }
  const sides = signs.map((machine) => recodedWithout(machine, weights, groups, residualsOf));
  const known = counted.map((weight, i) => (sides.every((outputs) => Number.isFinite(outputs[i])) ? weight : 0));
  return {
    outputs: sides.map((outputs) => outputs.map((output, i) => (known[i] > 0 ? output : 0))),
    weights: known,
  };
}

/** The link of several machines. */
function linkOf(engine: Engine, { problem }: SolvedExpansion, left: LeftOutputs): CrossFittedLink {
  const { signs, groups } = problem;
  const classes = Int32Array.from(signs[0].keys(), (i) => signs.findIndex((machine) => machine[i] > 0));
  return crossFittedLink(engine, { outputs: fromColumns(left.outputs), classes, weights: left.weights }, groups);
}

/** The logits of rows without their own part in machine and curve. */
function leftLogits(
  { problem, residuals, outputsWithout }: SolvedExpansion,
  left: LeftOutputs,
  curves: readonly CalibrationCurve[],
  { recodeTargets }: ExpansionSettings,
): Float64Array[] {
  const { X, signs, targets, weights, groups } = problem;
  const isNested = !groups && !recodeTargets && weights.length === X.rows && X.rows <= nestedLimit;
  const rootWeights = weights.map(Math.sqrt);
  return signs.map((machine, m) =>
    isNested
      ? nestedLogits({
          outputsWithout: outputsWithout(m),
          rootWeights,
          targets: targets[m],
          residuals: residuals[m],
          signs: machine,
          curve: curves[m],
        })
      : crossFittedLogits(left.outputs[m], machine, left.weights, curves[m], groups),
  );
}

/** How far apart the targets of the two sides are. */
function rangeOf(targets: Float64Array): number {
  let [least, most] = [Infinity, -Infinity];
  for (const target of targets) {
    least = Math.min(least, target);
    most = Math.max(most, target);
  }
  return most - least;
}

/** The output where the sign rule changes sides. With Fisher's targets and a free bias the mean of all outputs is 0. */
function boundaryOf(
  engine: Engine,
  { kernel, rows, expansion, problem }: SolvedExpansion,
  machine: number,
  { boundary, targets }: ExpansionSettings,
): number {
  if (boundary === "zero" || (boundary === "grand mean" && targets === "fisher")) return 0;
  const { X, signs, weights } = problem;
  const { coefficients, bias } = expansion.machines[machine];
  const alpha = matrix(coefficients.length, 1, coefficients);
  const sums = { positive: 0, negative: 0 };
  const masses = { positive: 0, negative: 0 };
  for (const [start, part] of rowChunks(X, chunkRows)) {
    const outputs = engine.multiply(kernel.cross(engine, part, rows), alpha).data;
    for (let i = 0; i < part.rows; i++) {
      const side = signs[machine][start + i] > 0 ? "positive" : "negative";
      sums[side] += weights[start + i] * outputs[i];
      masses[side] += weights[start + i];
    }
  }
  return boundary === "midpoint"
    ? bias + (sums.positive / masses.positive + sums.negative / masses.negative) / 2
    : bias + (sums.positive + sums.negative) / (masses.positive + masses.negative);
}

/** Candidates that the search for a kernel may try. */
const mostCandidates = 60;

/** Machines that an average may be of. */
const mostMembers = 17;
/** Widths that are tried with all rows as the basis, as a rule at most, and the decomposition of the last fit. */
const wholeDecompositions = 4;

function expansionCost(settings: ExpansionSettings, rows: number, columns: number, classes: number): Cost {
  const { asked } = settings;
  const machines = classes === 2 ? 1 : classes;
  const candidates = asked && asked.kernelSearch !== "none" ? mostCandidates : 1;
  if (asked && (asked.basis === "all" || asked.basisSize >= rows)) {
    // The kernel matrix, its eigenvectors and their squares, and the engine's copies of them.
    return {
      memory: 8 * rows * (8 * rows + columns + 60 * machines),
      operations: candidates * (25 * rows ** 3 + rows * rows * (2 * columns + 200 * machines)),
    };
  }
  if (asked && !isTuned(asked, rows)) {
    const m = asked.basisSize;
    const greedy = asked.basis === "greedy" ? 59 * rows * m * (m + 2 * columns) : 0;
    return {
      memory: 8 * rows * (7 * m + 2 * columns + 60 * machines),
      operations: candidates * (12 * rows * m * m + rows * m * (2 * columns + 100 * machines)) + 2 * greedy,
    };
  }
  // Columns of a few hundred rows, a few times over, for the rows that the choice is made on; a few numbers for every other.
  const m = Math.min(rows, asked?.basisSize ?? 256);
  const searched = Math.min(rows, Math.max(16_000, 8 * m));
  const whole = rows <= 1500 && !asked ? rows : 0;
  const one: Cost = {
    memory: 8 * searched * 8 * m + 8 * rows * (5 * columns + 30 * machines + 8) + 24 * whole ** 2,
    operations:
      8 * searched * m * (columns + 14) +
      20 * searched * m * m +
      rows * m * (5 * m + 4 * columns + 30) +
      60 * rows * 100 * machines +
      3 * whole ** 3,
  };
  if (settings.regularizations === "best") return one;
  // The decompositions of two widths at once, or of the last one with a matrix of all pairs of rows for each member.
  const members = rows <= nestedLimit ? mostMembers : 0;
  return {
    memory: one.memory + 8 * (14 + members) * whole ** 2 + 8 * rows * mostMembers * (machines + 1),
    operations:
      one.operations +
      (28 * wholeDecompositions + members) * whole ** 3 +
      searched * m * (6 * m + 4 * mostMembers) +
      rows * m * (2 * m + 2 * mostMembers * (machines + 1)) +
      25 * m ** 3,
  };
}
