import type { Engine } from "../engine/engine.ts";
import { NumericalError, type Warning } from "../errors.ts";
import { blockEquations, type BlockEquations } from "../inference/leastSquares/blockEquations.ts";
import { columnRelevance } from "../inference/leastSquares/columnRelevance.ts";
import { expansionOf } from "../inference/leastSquares/expansion.ts";
import { featureSource } from "../inference/leastSquares/kernelFeatures.ts";
import { leaveOneOutOf, normalEquations, remainderMatrix } from "../inference/leastSquares/normalEquations.ts";
import { informationFactors } from "../inference/leastSquares/informationFactors.ts";
import { shapedKernel } from "../inference/leastSquares/shapedKernel.ts";
import {
  knownChoice,
  tuneExpansion,
  type ExpansionChoice,
  type Tuning,
  type TuningOptions,
} from "../inference/leastSquares/tuneExpansion.ts";
import { wholeFeatures } from "../inference/leastSquares/wholeFeatures.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { selectRows } from "../matrix/selectRows.ts";
import type { Work } from "../run/work.ts";
import type { ExpansionSettings } from "./expansionOptions.ts";
import type { ExpansionProblem } from "./expansionRows.ts";
import type { SolvedExpansion } from "./solvedExpansion.ts";

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
  const solved = solve(engine, tuned.problem, tuning.choice, kernel, settings);
  const warnings = tuning.atLimit ? [widthAtLimit(tuning.choice)] : [];
  const { basisSize, logWidth, cutoff } = tuning.choice;
  const taken = { logWidth, cutoff, ...(basisSize < problem.X.rows && { basisSize }) };
  return { ...solved, ...tuned, kernel, tuning: taken, warnings };
}

interface TunedColumns {
  readonly tuning: Pick<Tuning, "atLimit"> & {
    readonly choice: Pick<ExpansionChoice, "basisSize" | "logWidth" | "logRegularization" | "cutoff">;
  };
  readonly columnFactors: Float64Array;
  /** The problem in the order of its final basis, and where each row of the first order went. */
  readonly tuned: { readonly problem: ExpansionProblem; readonly placeOf: Int32Array };
}

function* tuneColumnsAndWidth(
  engine: Engine,
  problem: ExpansionProblem,
  columnGroups: readonly number[],
  { penalty, bias, criterion, regularization, search, columnWeights, shape, known, asked }: ExpansionSettings,
): Work<TunedColumns> {
  const { X } = problem;
  const p = X.columns;
  const logRegularization = regularization === undefined ? undefined : Math.log2(regularization);
  const own = { penalty, bias, criterion, logRegularization, shape, allRows: search === "auto" };
  const equal = new Float64Array(p).fill(1);
  const tune = function* (
    rows: ExpansionProblem,
    options: Pick<TuningOptions, "columnFactors" | "first" | "startWidths">,
  ): Work<TunedColumns["tuning"]> {
    if (known) return { choice: knownChoice(rows, penalty, known), atLimit: false };
    return yield* tuneExpansion(engine, rows, { ...own, ...options });
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
    // A first search without growth gives the start; what a column is worth is asked of the same machine for all models.
    const { choice } = yield* tuneExpansion(engine, problem, {
      penalty: "function",
      shape,
      columnFactors: equal,
      allRows: false,
      grow: false,
      stage: "first width",
    });
    const gamma = 2 ** choice.logWidth / p;
    const start = { shape, gamma, mu: 2 ** choice.logRegularization, groups: columnGroups };
    const relevance = yield* columnRelevance(engine, problem, start);
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

function solve(
  engine: Engine,
  { X, targets, weights, groups }: ExpansionProblem,
  { basisSize, logRegularization }: Pick<ExpansionChoice, "basisSize" | "logRegularization">,
  kernel: Kernel,
  { penalty, bias }: ExpansionSettings,
): Pick<SolvedExpansion, "expansion" | "rows" | "residuals" | "residualsOf" | "pairMatrix"> {
  const rootWeights = weights.map(Math.sqrt);
  const mu = 2 ** logRegularization;
  const isWhole = basisSize === X.rows && basisSize > smallBasis;
  const whole = isWhole && wholeFeatures(engine, kernel.matrix(engine, X), penalty, rootWeights, bias);
  const source = whole || featureSource(engine, X, basisSize, kernel, penalty);
  const equationsFor = (values: readonly Float64Array[]): BlockEquations | undefined => {
    if (!("Z" in source)) return blockEquations(engine, source, rootWeights, values, mu, bias);
    const equations = normalEquations(engine, source.Z, rootWeights, values, mu, bias);
    return equations && { ...equations, means: source.means };
  };
  const equations = equationsFor(targets);
  if (!equations) {
    throw new NumericalError(
      "not-positive-definite",
      `The normal equations of ${source.pivots.length} features are not positive definite to working precision. ` +
        "Look for rows far from all others.",
    );
  }
  const { residuals, means } = equations;
  const M = targets.length;
  return {
    expansion: expansionOf(engine, { means, factor: source.factor }, equations),
    rows: selectRows(X, source.pivots),
    residuals: leaveOneOutOf(engine, equations, rootWeights, groups),
    residualsOf(values) {
      const others = equationsFor(values);
      return others ? leaveOneOutOf(engine, others, rootWeights, groups) : [];
    },
    pairMatrix(machine) {
      const N = Float64Array.from({ length: X.rows }, (_, i) => residuals.data[i * M + machine]);
      return { D: remainderMatrix(engine, equations, rootWeights), N };
    },
  };
}

/** Up to this size a basis of all rows is treated like any other. */
const smallBasis = 256;

function widthAtLimit({ logWidth }: Pick<ExpansionChoice, "logWidth">): Warning {
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
