import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot } from "../../../matrix/dot.ts";
import { softmaxBlocks, solveCurvature, type SoftmaxBlocks } from "./blocks.ts";
import { softmaxLikelihood, type SoftmaxLikelihood, type SoftmaxRows } from "./labelledRows.ts";

/** The mode of the posterior of the latent functions, f = K a for each class. */
export interface SoftmaxMode {
  /** f̂, a column a class. */
  readonly latent: Matrix;
  /** a = K⁻¹ f̂, which is w (y − π) at the mode. */
  readonly coefficients: Matrix;
  readonly likelihood: SoftmaxLikelihood;
  /** The curvature at the mode. */
  readonly blocks: SoftmaxBlocks;
  /** The kernel matrix that it is the mode for. */
  readonly K: Matrix;
  /** −½ Σ aᵀf + Σ w log π of the own classes. */
  readonly logJoint: number;
  readonly converged: boolean;
  readonly steps: number;
  readonly factorizations: number;
}

export interface SoftmaxModeOptions {
  /** The mode of a kernel matrix close to this one, to begin with; that of another costs steps, nothing else. */
  readonly start?: Pick<SoftmaxMode, "coefficients" | "blocks" | "K"> | undefined;
  /** The largest |a − w (y − π)| at the mode, over the largest weight. Default 1e-12, its rounding. */
  readonly tolerance?: number;
}

/** What is still called converged where rounding stops the steps before. */
const acceptable = 1e-8;

const mostSteps = 200;
const mostHalvings = 30;

/** What a curvature costs, in steps: about n³ C/2 multiplications against 5 n² C. */
const stepsOfCurvature = (n: number): number => Math.max(4, n / 10);

/**
 * The mode by Newton's method in a, Δa = (I + W K)⁻¹ (w (y − π) − a), halved while the joint density falls. The joint density is
 * concave, so that there is one mode and every start leads there; the one
 * given is used if it is better than 0.
 *
 * A step costs n² and a curvature n³. So a curvature, at first that of the start, is kept as long as the steps with it promise
 * to arrive before a new one would have paid; near a good start the only one that is made is that at the mode.
 */
export function softmaxMode(
  engine: Engine,
  K: Matrix,
  rows: SoftmaxRows,
  { start, tolerance = 1e-12 }: SoftmaxModeOptions = {},
): SoftmaxMode {
  const n = K.rows;
  const C = rows.classCount;
  const goal = tolerance * rows.weights.reduce((most, weight) => Math.max(most, weight), 0);
  const origin = place(rows, matrix(n, C), matrix(n, C));
  const given = start && place(rows, start.coefficients, engine.multiply(K, start.coefficients));
  const isUsed = given !== undefined && given.logJoint > origin.logJoint;
  let here = isUsed ? given : origin;
  let curvature: Curvature | undefined =
    isUsed && start ? { blocks: start.blocks, K: start.K, at: undefined } : undefined;
  let factorizations = 0;
  const curvatureHere = (): Curvature => {
    if (curvature?.at === here) return curvature;
    factorizations++;
    return { blocks: softmaxBlocks(engine, K, here.likelihood.probabilities, rows.weights), K, at: here };
  };
  let steps = 0;
  while (here.residual > goal && steps < mostSteps) {
    curvature ??= curvatureHere();
    steps++;
    const move = solveCurvature(
      engine,
      curvature.blocks,
      curvature.K,
      difference(here.likelihood.slopes, here.coefficients),
    );
    const there = stepFrom(rows, here, move, engine.multiply(K, move));
    const rate = (there?.residual ?? Infinity) / here.residual;
    const isExact = curvature.at === here;
    // Where a step with the curvature of this very place improves neither density nor residual, rounding is all that is left.
    if (isExact && rate >= 1 && (!there || there.logJoint <= here.logJoint)) break;
    const left = rate < 1 ? Math.log(goal / here.residual) / Math.log(rate) : Infinity;
    if (there && (isExact || rate < 1)) here = there;
    if (left > stepsOfCurvature(n)) curvature = undefined;
  }
  const { blocks } = curvatureHere();
  return {
    latent: here.latent,
    coefficients: here.coefficients,
    likelihood: here.likelihood,
    blocks,
    K,
    logJoint: here.logJoint,
    converged: here.residual <= Math.max(goal, (acceptable * goal) / tolerance),
    steps,
    factorizations,
  };
}

/** A curvature with the kernel matrix and the place that it belongs to; no place is that of another kernel matrix. */
interface Curvature {
  readonly blocks: SoftmaxBlocks;
  readonly K: Matrix;
  readonly at: Place | undefined;
}

interface Place {
  readonly coefficients: Matrix;
  readonly latent: Matrix;
  readonly likelihood: SoftmaxLikelihood;
  readonly logJoint: number;
  /** Largest absolute entry of a − w (y − π). */
  readonly residual: number;
}

function place(rows: SoftmaxRows, coefficients: Matrix, latent: Matrix): Place {
  const likelihood = softmaxLikelihood(rows, latent);
  return {
    coefficients,
    latent,
    likelihood,
    logJoint: likelihood.logLikelihood - 0.5 * dot(coefficients.data, latent.data),
    residual: coefficients.data.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - likelihood.slopes.data[at])),
      0,
    ),
  };
}

/** The first of the step, its half, its quarter, … at which the joint density is not lower but for rounding. */
function stepFrom(rows: SoftmaxRows, here: Place, move: Matrix, latentMove: Matrix): Place | undefined {
  const least = here.logJoint - 1e-12 * Math.max(1, Math.abs(here.logJoint));
  for (let halving = 0, length = 1; halving < mostHalvings; halving++, length /= 2) {
    const there = place(rows, moved(here.coefficients, length, move), moved(here.latent, length, latentMove));
    if (there.logJoint >= least) return there;
  }
  return undefined;
}

function moved(from: Matrix, length: number, move: Matrix): Matrix {
  return matrix(
    from.rows,
    from.columns,
    from.data.map((value, at) => value + length * move.data[at]),
  );
}

function difference(a: Matrix, b: Matrix): Matrix {
  return moved(a, -1, b);
}
