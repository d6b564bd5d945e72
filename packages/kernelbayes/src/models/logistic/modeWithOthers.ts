import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { selectEngine } from "../../engine/selectEngine.ts";
import { orthonormalContrasts } from "../../likelihoods/multinomial/orthonormalContrasts.ts";
import {
  gradientAt,
  hessianAt,
  multinomialMode,
  pointAt,
  type MultinomialMode,
  type MultinomialProblem,
} from "../../likelihoods/multinomial/multinomialMode.ts";
import { inRowSpace, type RowSpace } from "../../likelihoods/multinomial/rowSpace.ts";
import { factorize } from "../../matrix/factorize.ts";
import { dot } from "../../matrix/dot.ts";
import { rowChunks } from "../../matrix/row.ts";
import type { LabelledRows } from "../../rows/labelledRows.ts";
import { pause, sumOver, type Sums, type Work } from "../../run/work.ts";

/** Where the likelihood of rows is looked at. */
interface LikelihoodState {
  readonly engine: string;
  readonly space: RowSpace;
  readonly coefficients: Matrix;
  readonly classCount: number;
}

/** The rows of one chunk and the coefficients to look at. */
export interface LikelihoodInput extends Pick<LabelledRows, "X" | "classes" | "weights"> {
  readonly state: LikelihoodState;
}

/** Rows of which a block is worked on at a time. */
const blockRows = 4096;

/** Minus the log likelihood of the rows of a chunk in multinomial regression, its gradient and its Hessian in the coefficients. */
export function* likelihoodSums({ X, classes, weights, state }: LikelihoodInput): Work<Sums> {
  const { space, coefficients, classCount } = state;
  const engine = selectEngine(state.engine);
  const size = coefficients.data.length;
  const sums = {
    objective: new Float64Array(1),
    gradient: new Float64Array(size),
    hessian: new Float64Array(size * size),
  };
  for (const [start, part] of rowChunks(X, blockRows)) {
    const problem: MultinomialProblem = {
      design: inRowSpace(engine, space, part).design,
      contrasts: orthonormalContrasts(classCount),
      classes: classes.subarray(start, start + part.rows),
      weights: weights.subarray(start, start + part.rows),
      penalties: new Float64Array(coefficients.rows),
    };
    const point = pointAt(engine, problem, coefficients);
    sums.objective[0] += point.objective;
    add(sums.gradient, gradientAt(engine, problem, point).data);
    add(sums.hessian, hessianAt(engine, problem, point).data);
    yield pause;
  }
  return sums;
}

/** A mode of all rows, and the problem with the curvature of those that are not in memory. */
interface WholeMode {
  readonly mode: MultinomialMode;
  readonly problem: MultinomialProblem;
}

/** Passes over the rows, at most. */
const mostPasses = 25;
/** Newton's decrement, twice what there is to gain in nats, after which no further step is taken. */
const tolerance = 1e-12;

/**
 * The minimum of penalized multinomial regression on the rows of a problem and all that are not in memory, by Newton's method from the minimum on the former. A
 * pass over the rows gives objective, gradient and Hessian at once. A step that does not lower the objective is halved.
 */
export function* modeWithOthers(engine: Engine, at: MultinomialProblem, space: RowSpace): Work<WholeMode> {
  const classCount = at.contrasts.rows;
  const lookAt = function* (coefficients: Matrix, pass: number): Work<Looked> {
    const state: LikelihoodState = { engine: engine.name, space, coefficients, classCount };
    const others = yield* sumOver("likelihoodSums", state, likelihoodSums, `pass ${pass}`);
    const own = pointAt(engine, at, coefficients);
    const size = coefficients.data.length;
    const hessian = hessianAt(engine, at, own);
    add(hessian.data, others.hessian);
    const gradient = gradientAt(engine, at, own).data;
    add(gradient, others.gradient);
    const step = factorize(engine, hessian).solveVector(gradient);
    return {
      own,
      objective: own.objective + others.objective[0],
      step,
      decrement: dot(gradient, step),
      curvature: matrix(size, size, others.hessian),
    };
  };
  let best = yield* lookAt(multinomialMode(engine, at).coefficients, 1);
  let share = 1;
  let passes = 1;
  while (passes < mostPasses && best.decrement > tolerance && share > 1e-8) {
    const { data, rows, columns } = best.own.coefficients;
    const { step } = best;
    const moved = data.map((value, i) => value - share * step[i]);
    const next = yield* lookAt(matrix(rows, columns, moved), ++passes);
    // What little is left to gain is lost in the digits of the objective, which can no longer judge the step.
    if (next.objective < best.objective || best.decrement <= 1e-16 * Math.abs(best.objective)) {
      best = next;
      share = 1;
    } else share /= 2;
  }
  const converged = best.decrement <= Math.max(tolerance, 1e-16 * Math.abs(best.objective));
  return {
    mode: { ...best.own, objective: best.objective, steps: passes, converged },
    problem: { ...at, otherCurvature: best.curvature },
  };
}

/** What a pass found at coefficients. */
interface Looked {
  readonly own: ReturnType<typeof pointAt>;
  readonly objective: number;
  /** H⁻¹g. */
  readonly step: Float64Array;
  readonly decrement: number;
  /** The Hessian of the rows that are not in memory. */
  readonly curvature: Matrix;
}

function add(sum: Float64Array, values: Float64Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] += values[at];
}
