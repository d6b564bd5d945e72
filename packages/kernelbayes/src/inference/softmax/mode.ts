import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { dot } from "../../matrix/dot.ts";
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
  /** −½ Σ aᵀf + Σ w log π of the own classes. */
  readonly logJoint: number;
  readonly converged: boolean;
  readonly steps: number;
  readonly factorizations: number;
}

/** Relative to the largest weight: the rounding of a − w (y − π). */
const tolerance = 1e-12;

/** What is still called converged where rounding stops the steps before. */
const acceptable = 1e-8;

const mostSteps = 200;
const mostHalvings = 30;

/** A step that leaves more than this of the residual behind asks for the curvature where it led to. */
const slow = 0.15;

/**
 * The mode by Newton's method in a, Δa = (I + W K)⁻¹ (w (y − π) − a), halved while the joint density falls. The joint density is
 * concave, so that there is one mode and every start leads there; `start` gives coefficients to begin with, if these
 * are better than 0. The curvature W is kept as long as steps with it gain a digit or so each, because a step costs n²
 * and a curvature n³: near a good start one or two of them are enough.
 */
export function softmaxMode(engine: Engine, K: Matrix, rows: SoftmaxRows, start?: Matrix): SoftmaxMode {
  const n = K.rows;
  const C = rows.classCount;
  const scale = rows.weights.reduce((most, weight) => Math.max(most, weight), 0);
  const placeAt = (coefficients: Matrix): Place => place(rows, coefficients, engine.multiply(K, coefficients));
  const origin = place(rows, matrix(n, C), matrix(n, C));
  const given = start && placeAt(start);
  let here = given && given.logJoint > origin.logJoint ? given : origin;
  let blocks: SoftmaxBlocks | undefined;
  let blocksAt: Place | undefined;
  let factorizations = 0;
  const refresh = (): SoftmaxBlocks => {
    if (blocks !== undefined && blocksAt === here) return blocks;
    factorizations++;
    blocksAt = here;
    return (blocks = softmaxBlocks(engine, K, here.likelihood.probabilities, rows.weights));
  };
  let steps = 0;
  let isSlow = true;
  while (here.residual > tolerance * scale && steps < mostSteps) {
    const current: SoftmaxBlocks = isSlow || !blocks ? refresh() : blocks;
    const isFresh = blocksAt === here;
    steps++;
    const gradient = difference(here.likelihood.slopes, here.coefficients);
    const move = solveCurvature(engine, current, K, gradient);
    const there = stepFrom(rows, here, move, engine.multiply(K, move));
    const isBetter = there !== undefined && there.residual < here.residual;
    // Where neither density nor residual improve with the curvature of this very place, rounding is all that is left.
    if (isFresh && !isBetter && (!there || there.logJoint <= here.logJoint)) break;
    isSlow = !there || there.residual > slow * here.residual;
    if (there && (isFresh || isBetter)) here = there;
  }
  const final = refresh();
  return {
    latent: here.latent,
    coefficients: here.coefficients,
    likelihood: here.likelihood,
    blocks: final,
    logJoint: here.logJoint,
    converged: here.residual <= acceptable * scale,
    steps,
    factorizations,
  };
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
