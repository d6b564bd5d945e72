import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { NumericalError, type Warning } from "../errors.ts";
import { fitCalibrationCurve } from "../evaluate/calibrationCurve.ts";
import { equalRows } from "../evaluate/equalRows.ts";
import { columnRelevance } from "../inference/leastSquares/columnRelevance.ts";
import { crossFittedLogits } from "../inference/leastSquares/crossFittedCurve.ts";
import { expansionOf } from "../inference/leastSquares/expansion.ts";
import { kernelFeatures, type KernelFeatures, type Penalty } from "../inference/leastSquares/kernelFeatures.ts";
import { nestedLogits } from "../inference/leastSquares/nestedCurve.ts";
import { leaveOneOutOf, normalEquations, type NormalEquations } from "../inference/leastSquares/normalEquations.ts";
import { wholeFeatures } from "../inference/leastSquares/wholeFeatures.ts";
import {
  gaussianWeights,
  tuneExpansion,
  type ExpansionChoice,
  type Tuning,
  type TuningProblem,
} from "../inference/leastSquares/tuneExpansion.ts";
import { gaussian } from "../kernels/gaussian.ts";
import { selectRows } from "../matrix/selectRows.ts";
import type { LeaveOneOut, NumericPosterior } from "../posterior/numericPosterior.ts";
import { permutation } from "../random/permutation.ts";
import { stream } from "../random/stream.ts";
import { progress, type Work } from "../run/work.ts";
import { coupledLogProbabilities, expansionPosterior, type CalibratedExpansion } from "./expansionPosterior.ts";
import type { Context, Cost, Problem } from "./model.ts";
import { omittedWarning } from "./omittedWarning.ts";

export interface ExpansionOptions {
  readonly penalty: Penalty;
  /** "auto" may give columns weights of their own and use all rows; "fast" does neither. */
  readonly search: "auto" | "fast";
}

/** Above this number of rows the curve of each row is approximated, and the matrix of all pairs is not made. */
const nestedLimit = 400;

/**
 * Fits calibrated machines with a Gaussian kernel, one for two classes or one a class against the rest on the same kernel,
 * basis and decomposition; everything is chosen by leave-one-out.
 */
export function* fitExpansion(
  problem: Problem,
  { engine, seed }: Context,
  options: ExpansionOptions,
): Work<NumericPosterior> {
  const rows = orderedRows(problem, seed);
  const { tuning, columnFactors, tuned } = yield* tuneColumnsAndWidth(engine, rows.problem, problem, options);
  const fitted = solve(engine, tuned.problem, tuning.choice, columnFactors, options.penalty);
  yield progress("final fit", 1, 2);
  const { expansion, residuals, features, equations } = fitted;
  const { signs, weights, groups } = tuned.problem;
  const outputs = signs.map((machine, m) => machine.map((sign, i) => sign - residuals[m][i]));
  const curves = outputs.map((values, m) => fitCalibrationCurve(values, signs[m], weights));
  const calibrated: CalibratedExpansion = {
    ...expansion,
    kernel: gaussian({
      lengthScale: gaussianWeights(tuning.choice.logWidth, columnFactors).map((weight) => 1 / Math.sqrt(weight)),
    }),
    rows: selectRows(tuned.problem.X, features.pivots),
    curves,
    sizes: classSizes(problem),
    priors: problem.priors,
  };
  const isNested = !groups && tuned.problem.X.rows <= nestedLimit;
  const logits = signs.map((machine, m) =>
    isNested
      ? nestedLogits({
          residualMatrix: pairMatrix(engine, equations, tuned.problem.weights, m),
          rootWeights: weights.map(Math.sqrt),
          targets: machine,
          residuals: residuals[m],
          signs: machine,
          curve: curves[m],
        })
      : crossFittedLogits(outputs[m], machine, weights, curves[m], groups),
  );
  yield progress("final fit", 2, 2);
  const leaveOneOut = leaveOneOutRows(problem, logits, (row) => tuned.placeOf[rows.setOf[row]]);
  return expansionPosterior(engine, calibrated, {
    leaveOneOut,
    evidence: undefined,
    warnings: [
      ...omittedWarning(leaveOneOut),
      ...uniqueWarnings(curves.flatMap((curve) => curve.warnings)),
      ...(tuning.atLimit ? [widthAtLimit(tuning.choice)] : []),
    ],
  });
}

export interface OrderedRows {
  readonly problem: TuningProblem;
  /** The row of the tuning problem that stands for each row of the problem. */
  readonly setOf: Int32Array;
}

/**
 * The rows without repetitions, in an order that is random but depends on their values and the seed alone: neither where a
 * row stands in the table nor whether it is repeated or weighted matters for the basis.
 */
export function orderedRows({ X, classes, weights, rowGroups, classCount }: Problem, seed: number): OrderedRows {
  const sets = equalRows(X, rowGroups ? pairedNumbers(classes, rowGroups) : classes, weights);
  const order = permutation(stream(seed), sets.representatives.length);
  const place = new Int32Array(order.length);
  order.forEach((set, at) => (place[set] = at));
  const chosen = Int32Array.from(order, (set) => sets.representatives[set]);
  const machines = classCount === 2 ? [1] : Array.from({ length: classCount }, (_, c) => c);
  return {
    problem: {
      X: selectRows(X, chosen),
      signs: machines.map((positive) => Float64Array.from(chosen, (row) => (classes[row] === positive ? 1 : -1))),
      weights: Float64Array.from(order, (set) => sets.weights[set]),
      groups: rowGroups && groupsOf(Int32Array.from(chosen, (row) => rowGroups[row])),
    },
    setOf: sets.setOf.map((set) => place[set]),
  };
}

/** One number for each pair of a class and a group. */
function pairedNumbers(classes: Int32Array, groups: Int32Array): Int32Array {
  const numbers = new Map<string, number>();
  return classes.map((q, row) => {
    const key = `${q} ${groups[row]}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key) ?? 0;
  });
}

function groupsOf(groups: Int32Array): Int32Array[] {
  const rows = new Map<number, number[]>();
  groups.forEach((group, row) => {
    const own = rows.get(group);
    if (own) own.push(row);
    else rows.set(group, [row]);
  });
  return [...rows.values()].map((own) => Int32Array.from(own));
}

interface TunedColumns {
  readonly tuning: Tuning;
  readonly columnFactors: Float64Array;
  /** The problem in the order of its final basis, and where each row of the first order went. */
  readonly tuned: { readonly problem: TuningProblem; readonly placeOf: Int32Array };
}

function* tuneColumnsAndWidth(
  engine: Engine,
  problem: TuningProblem,
  { columnGroups }: Problem,
  { penalty, search }: ExpansionOptions,
): Work<TunedColumns> {
  const { X } = problem;
  const p = X.columns;
  const allRows = search === "auto";
  const equal = new Float64Array(p).fill(1);
  const same = { problem, placeOf: Int32Array.from({ length: X.rows }, (_, row) => row) };
  const groupCount = new Set(columnGroups).size;
  if (search === "auto" && groupCount >= 3 && X.rows > 4 * groupCount && !problem.groups) {
    // A first search without growth gives the start.
    const first = yield* tuneExpansion(engine, problem, {
      penalty,
      columnFactors: equal,
      allRows: false,
      grow: false,
      stage: "first width",
    });
    const gamma = 2 ** first.choice.logWidth / p;
    const start = { gamma, mu: 2 ** first.choice.logRegularization, groups: columnGroups };
    const relevance = yield* columnRelevance(engine, problem, start);
    if (relevance) {
      const { columnFactors } = relevance;
      const rotated = rotate(problem, Math.min(relevance.rows, X.rows >> 1));
      const { logWidth } = first.choice;
      const startWidths = [logWidth - 1, logWidth, logWidth + 1];
      const tuning = yield* tuneExpansion(engine, rotated.problem, { penalty, columnFactors, startWidths, allRows });
      return { tuning, columnFactors, tuned: rotated };
    }
  }
  const tuning = yield* tuneExpansion(engine, problem, { penalty, columnFactors: equal, allRows });
  return { tuning, columnFactors: equal, tuned: same };
}

/** The rows that the column weights were learned on go to the end, so that the basis is a fresh one. */
function rotate(problem: TuningProblem, count: number): { problem: TuningProblem; placeOf: Int32Array } {
  const n = problem.X.rows;
  const order = Int32Array.from({ length: n }, (_, at) => (at + count) % n);
  return {
    problem: {
      X: selectRows(problem.X, order),
      signs: problem.signs.map((machine) => Float64Array.from(order, (row) => machine[row])),
      weights: Float64Array.from(order, (row) => problem.weights[row]),
      groups: undefined,
    },
    placeOf: Int32Array.from({ length: n }, (_, row) => (row - count + n) % n),
  };
}

interface Solved {
  readonly expansion: ReturnType<typeof expansionOf>;
  readonly residuals: readonly Float64Array[];
  readonly features: KernelFeatures;
  readonly equations: NormalEquations;
}

function solve(
  engine: Engine,
  { X, signs, weights, groups }: TuningProblem,
  { basisSize, logWidth, logRegularization }: ExpansionChoice,
  columnFactors: Float64Array,
  penalty: Penalty,
): Solved {
  const rootWeights = weights.map(Math.sqrt);
  const kernelWeights = gaussianWeights(logWidth, columnFactors);
  const basis = matrix(basisSize, X.columns, X.data.subarray(0, basisSize * X.columns));
  const isWhole = basisSize === X.rows && basisSize > smallBasis;
  const features = isWhole
    ? wholeFeatures(engine, engine.gaussianMatrix(X, undefined, kernelWeights), penalty, rootWeights)
    : kernelFeatures(engine, engine.gaussianMatrix(X, basis, kernelWeights), penalty, rootWeights);
  const equations = normalEquations(engine, features.Z, rootWeights, signs, 2 ** logRegularization);
  if (!equations) {
    throw new NumericalError(
      "not-positive-definite",
      `The normal equations of ${features.pivots.length} features are not positive definite to working precision. ` +
        "Look for rows far from all others.",
    );
  }
  const residuals = leaveOneOutOf(engine, equations, rootWeights, groups);
  return { expansion: expansionOf(engine, features, equations), residuals, features, equations };
}

/** Up to this size a basis of all rows is treated like any other. */
const smallBasis = 256;

/** I − √w√wᵀ/Σw − Y Yᵀ, and the residuals of one machine. */
function pairMatrix(
  engine: Engine,
  { Y, residuals, total }: NormalEquations,
  weights: Float64Array,
  machine: number,
): { readonly D: Matrix; readonly N: Float64Array } {
  const n = weights.length;
  const D = engine.symmetricProduct(Y);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const at = i * n + j;
      D.data[at] = (i === j ? 1 : 0) - Math.sqrt(weights[i] * weights[j]) / total - D.data[at];
    }
  }
  const M = residuals.columns;
  return { D, N: Float64Array.from({ length: n }, (_, i) => residuals.data[i * M + machine]) };
}

/** The score of every row of the problem; rows without which their class is empty have none. */
export function leaveOneOutRows(
  problem: Problem,
  logits: readonly Float64Array[],
  placeOf: (row: number) => number,
): LeaveOneOut {
  const { classes, weights, rowGroups, classCount } = problem;
  const sizes = classSizes(problem);
  const left = rowGroups && pairedNumbers(classes, rowGroups);
  const mass = new Map<number, number>();
  left?.forEach((pair, row) => mass.set(pair, (mass.get(pair) ?? 0) + weights[row]));
  /** What leaves the row's class with it. */
  const own = (row: number): number => (left ? (mass.get(left[row]) ?? 0) : Math.min(1, weights[row]));
  const logProbabilities = matrix(classes.length, classCount);
  const omitted: number[] = [];
  const row = new Float64Array(logits.length);
  for (let i = 0; i < classes.length; i++) {
    if (sizes[classes[i]] - own(i) <= 1e-9) {
      omitted.push(i);
      continue;
    }
    logits.forEach((values, m) => (row[m] = values[placeOf(i)]));
    logProbabilities.data.set(coupledLogProbabilities(row, sizes, undefined), i * classCount);
  }
  // Exact at the chosen kernel and regularization, which a fit without the row might choose otherwise.
  return { method: "approximate", logProbabilities, omitted };
}

export function classSizes({ classes, weights, classCount }: Problem): Float64Array {
  const sizes = new Float64Array(classCount);
  classes.forEach((q, row) => (sizes[q] += weights[row]));
  return sizes;
}

export function uniqueWarnings(warnings: readonly Warning[]): Warning[] {
  const codes = new Set<string>();
  return warnings.filter(({ code }) => !codes.has(code) && codes.add(code));
}

function widthAtLimit({ logWidth }: ExpansionChoice): Warning {
  return logWidth < 0
    ? {
        code: "at-bound",
        message: "The widest kernel was best: the boundary is as good as straight, and a linear model says the same.",
      }
    : {
        code: "at-bound",
        message: "The narrowest kernel was best: rows tell about their nearest neighbours only. More rows may help.",
      };
}

/** Columns of a few hundred rows for every row, a few times over. */
export function expansionCost(rows: number, columns: number, classes: number): Cost {
  const m = Math.min(rows, 256);
  const machines = classes === 2 ? 1 : classes;
  const whole = rows <= 1500 ? 3 * rows ** 3 : 0;
  return {
    memory: 8 * rows * (4 * m + 2 * columns + 30 * machines) + (rows <= 1500 ? 24 * rows * rows : 0),
    operations: 8 * rows * m * (columns + 14) + 20 * rows * m * m + 60 * rows * 100 * machines + whole,
  };
}
