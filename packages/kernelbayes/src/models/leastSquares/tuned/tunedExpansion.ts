import type { Engine } from "../../../engine/engine.ts";
import type { Warning } from "../../../errors.ts";
import { columnRelevance, type ColumnRelevance, informationFactors } from "./columnRelevance.ts";
import { featureSource, shapedKernel, wholeFeatures, wholeSource, type KernelShape } from "./kernelFeatures.ts";
import { solveAveraged, solveBest, type SolvedMachines } from "./solveMachines.ts";
import {
  knownTuning,
  tuneExpansion,
  type ExpansionChoice,
  type KnownTuning,
  type TuningOptions,
} from "./tuneExpansion.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { selectRows } from "../../../matrix/row.ts";
import type { Work } from "../../../run/work.ts";
import type { ExpansionSettings } from "../expansionOptions.ts";
import type { ExpansionProblem, SolvedExpansion } from "../expansionProblem.ts";

/**
 * Fits machines with a kernel of which everything but its shape is chosen, on a random basis that grows while it pays, or that has
 * the size that is asked for; then the columns keep equal weights.
 */
export function* tunedExpansion(
  engine: Engine,
  problem: ExpansionProblem,
  columnGroups: readonly number[],
  settings: ExpansionSettings,
): Work<SolvedExpansion> {
  const { tuning, columnFactors, tuned } = yield* tuneColumnsAndWidth(engine, problem, columnGroups, settings);
  const kernel = shapedKernel(settings.shape, tuning.choice.logWidth, columnFactors);
  const solved =
    settings.regularizations === "averaged"
      ? solveAverage(engine, tuned.problem, tuning, kernel, settings)
      : solve(engine, tuned.problem, tuning.choice, kernel, settings);
  const warnings = tuning.atLimit ? [widthAtLimit(tuning.choice)] : [];
  const { basisSize, logWidth, cutoff } = tuning.choice;
  const taken = { logWidth, cutoff, ...(basisSize < problem.X.rows && { basisSize }) };
  return { ...solved, ...tuned, kernel, tuning: taken, regularizations: tuning.regularizations, warnings };
}

interface TunedColumns {
  readonly tuning: KnownTuning;
  readonly columnFactors: Float64Array;
  /** The problem in the order of its final basis, and where each row of the first order went. */
  readonly tuned: { readonly problem: ExpansionProblem; readonly placeOf: Int32Array };
}

function* tuneColumnsAndWidth(
  engine: Engine,
  problem: ExpansionProblem,
  columnGroups: readonly number[],
  settings: ExpansionSettings,
): Work<TunedColumns> {
  const { penalty, bias, criterion, regularization, search, columnWeights, shape, known, asked } = settings;
  const { X } = problem;
  const logRegularization = regularization === undefined ? undefined : Math.log2(regularization);
  const average = settings.regularizations === "averaged";
  const own = { penalty, bias, criterion, logRegularization, shape, allRows: search === "auto", average };
  const equal = new Float64Array(X.columns).fill(1);
  const tune = function* (
    rows: ExpansionProblem,
    options: Pick<TuningOptions, "columnFactors" | "first" | "startWidths">,
  ): Work<TunedColumns["tuning"]> {
    const all = { ...own, ...options };
    return known ? knownTuning(engine, rows, all, known) : yield* tuneExpansion(engine, rows, all);
  };
  const same = { problem, placeOf: Int32Array.from({ length: X.rows }, (_, row) => row) };
  if (asked) {
    const { basisSize } = asked;
    const tuning = yield* tuneExpansion(engine, problem, { ...own, columnFactors: equal, basisSize, grow: false });
    return { tuning, columnFactors: equal, tuned: same };
  }
  const groupCount = new Set(columnGroups).size;
  if (columnWeights === "information") {
    const classes = classNumbers(problem);
    const columnFactors = informationFactors({ X, classes, weights: problem.weights, groups: columnGroups });
    const tuning = yield* tune(problem, { columnFactors });
    return { tuning, columnFactors, tuned: same };
  }
  let first: ExpansionChoice | undefined;
  if (columnWeights === "searched" && groupCount >= 3 && X.rows > 4 * groupCount && !problem.groups) {
    const { choice, relevance } = yield* relevanceOfColumns(engine, problem, columnGroups, shape);
    if (relevance) {
      const { columnFactors } = relevance;
      const rotated = rotate(problem, Math.min(relevance.rows, X.rows >> 1));
      const { logWidth } = choice;
      const startWidths = [logWidth - 1, logWidth, logWidth + 1];
      const tuning = yield* tune(rotated.problem, { columnFactors, startWidths });
      return { tuning, columnFactors, tuned: rotated };
    }
    if (penalty === "function" && bias === "free" && criterion.name === "logScore" && regularization === undefined) {
      first = choice;
    }
  }
  const tuning = yield* tune(problem, { columnFactors: equal, first });
  return { tuning, columnFactors: equal, tuned: same };
}

/** A first width, without growth of the basis, and what the columns are worth from there: of the same machine for all models. */
function* relevanceOfColumns(
  engine: Engine,
  problem: ExpansionProblem,
  groups: readonly number[],
  shape: KernelShape,
): Work<{ readonly choice: ExpansionChoice; readonly relevance: ColumnRelevance | undefined }> {
  const p = problem.X.columns;
  const { choice } = yield* tuneExpansion(engine, problem, {
    penalty: "function",
    shape,
    columnFactors: new Float64Array(p).fill(1),
    allRows: false,
    grow: false,
    stage: "first width",
  });
  const start = { shape, gamma: 2 ** choice.logWidth / p, mu: 2 ** choice.logRegularization, groups };
  return { choice, relevance: yield* columnRelevance(engine, problem, start) };
}

/** The class of each row: the machine that it is positive for. */
function classNumbers({ X, signs }: ExpansionProblem): Int32Array {
  return Int32Array.from({ length: X.rows }, (_, row) =>
    Math.max(0, signs.findIndex((machine) => machine[row] > 0) + (signs.length === 1 ? 1 : 0)),
  );
}

/** The rows that the column weights were learned on go to the end, so that the basis is a fresh one. */
function rotate(problem: ExpansionProblem, count: number): { problem: ExpansionProblem; placeOf: Int32Array } {
  const n = problem.X.rows;
  const order = Int32Array.from({ length: n }, (_, at) => (at + count) % n);
  const turned = (values: Float64Array): Float64Array => Float64Array.from(order, (row) => values[row]);
  return {
    problem: {
      X: selectRows(problem.X, order),
      signs: problem.signs.map(turned),
      targets: problem.targets.map(turned),
      weights: turned(problem.weights),
      groups: undefined,
    },
    placeOf: Int32Array.from({ length: n }, (_, row) => (row - count + n) % n),
  };
}

/** The machine of the regularization that was chosen. */
function solve(
  engine: Engine,
  problem: ExpansionProblem,
  { basisSize, logRegularization }: KnownTuning["choice"],
  kernel: Kernel,
  { penalty, bias }: ExpansionSettings,
): SolvedParts {
  const { X, weights } = problem;
  const isWhole = basisSize === X.rows && basisSize > smallBasis;
  const whole = isWhole && wholeFeatures(engine, kernel.matrix(engine, X), penalty, weights.map(Math.sqrt), bias);
  const source = whole || featureSource(engine, X, basisSize, kernel, penalty);
  return { ...solveBest(engine, problem, source, logRegularization, bias), rows: selectRows(X, source.pivots) };
}

/** The average of the machines of several regularizations. */
function solveAverage(
  engine: Engine,
  problem: ExpansionProblem,
  { choice: { basisSize }, regularizations }: KnownTuning,
  kernel: Kernel,
  { penalty, bias }: ExpansionSettings,
): SolvedParts {
  const { X } = problem;
  const source =
    basisSize === X.rows
      ? wholeSource(engine, kernel.matrix(engine, X), penalty)
      : featureSource(engine, X, basisSize, kernel, penalty);
  return { ...solveAveraged(engine, problem, source, regularizations, bias), rows: selectRows(X, source.pivots) };
}

type SolvedParts = SolvedMachines & Pick<SolvedExpansion, "rows">;

/** Up to this size a basis of all rows is treated like any other. */
const smallBasis = 256;

function widthAtLimit({ logWidth }: Pick<ExpansionChoice, "logWidth">): Warning {
  const message =
    logWidth < 0
      ? "The widest kernel was best: the boundary is as good as straight, and a linear model says the same."
      : "The narrowest kernel was best: rows inform about their nearest neighbours only. More rows may help.";
  return { code: "at-bound", message };
}
