import type { Engine } from "../../../engine/engine.ts";
import type { Stream } from "../../../random/index.ts";
import { balancedRays } from "./balancedRays.ts";
import type { ChainState, Tuning } from "../chain/chainState.ts";
import { coefficientRays } from "./coefficientRays.ts";
import { columnProducts } from "../chain/columnProducts.ts";
import { contrastRays } from "./contrastRays.ts";
import { energyMetric, heldNoiseEnergy } from "./heldNoiseEnergy.ts";
import { hamiltonianMove } from "./hamiltonianMove.ts";
import { informedDirections } from "./informedDirections.ts";
import { informedEnergy, informedMetric } from "./informedEnergy.ts";
import type { ProjectionPrior, ProjectionProblem } from "../chain/projectionProblem.ts";

/** Moves β and σ² of a chain in place, z going with them; a step above 0 lets it adapt. Precisions must be drawn anew before anything else is. */
export type JointMoves = (state: ChainState, random: Stream, step: number) => void;

/** More coefficients than these do not move along one path, whose units are a matrix of so many rows. */
const mostOnPath = 400;
/** Coefficients that are stretched in a sweep beside such a path. */
const stretched = 8;
/** The directions of each class in which coefficients move where they are more, or where columns are not orthogonal. */
const mostDirections = 12;
/** Beside a path in few directions: contrasts that are stretched in a sweep, and single coefficients with others that balance them. */
const besideFew = { contrasts: 6, coefficients: 8 };

/** Through all coefficients where columns are orthogonal and not too many, in few directions elsewhere. */
export function jointMoves(
  engine: Engine,
  problem: ProjectionProblem,
  prior: ProjectionPrior,
  tuning: Tuning,
): JointMoves {
  const { D, squaredNorms, classCount } = problem;
  return squaredNorms !== undefined && D.columns * (classCount - 1) <= mostOnPath
    ? throughAll(engine, problem, squaredNorms, prior, tuning)
    : inFewDirections(engine, problem, prior, tuning);
}

function throughAll(
  engine: Engine,
  { D, classCount }: ProjectionProblem,
  squaredNorms: Float64Array,
  prior: ProjectionPrior,
  tuning: Tuning,
): JointMoves {
  const count = classCount - 1;
  const energy = heldNoiseEnergy(D.rows, D.columns, count, columnProducts(D), prior);
  const follow = hamiltonianMove(energy, energyMetric(engine, D, squaredNorms, energy, tuning), tuning);
  const stretch = coefficientRays(D, count, prior, stretched, tuning);
  return (state, random, step) => {
    follow(state, random, step);
    stretch(state, random);
  };
}

function inFewDirections(
  engine: Engine,
  { D, classCount }: ProjectionProblem,
  prior: ProjectionPrior,
  tuning: Tuning,
): JointMoves {
  const count = classCount - 1;
  const isScaled = prior.coefficients === "scaled";
  const informed = informedDirections(engine, D, count, mostDirections);
  const energy = informedEnergy(D.rows, count, informed, prior);
  const units = { size: energy.size, isScaled };
  const follow = hamiltonianMove(energy, informedMetric(engine, D.rows, count, informed, units, tuning), tuning);
  const stretchContrasts = contrastRays(D.rows, count, informed, isScaled, besideFew.contrasts);
  const stretch = balancedRays(D, informed.vectors, count, prior, besideFew.coefficients);
  return (state, random, step) => {
    follow(state, random, step);
    stretchContrasts(state, random);
    stretch(state, random);
  };
}
