import { InputError } from "../errors.ts";
import { rowWeights } from "./rowWeights.ts";

/** No log predictive density counts for less than this, so that one row cannot decide a comparison alone. */
export const LOG_DENSITY_FLOOR: number = Math.log(1e-15);

/** Expected log predictive density of one model: the sum over rows, and how well it is known. */
export interface Elpd {
  /** Σ wᵢ ℓᵢ, in nats; larger is better. */
  readonly total: number;
  /** total / Σ wᵢ. */
  readonly perRow: number;
  /** √(n Var ℓ) with n = Σ wᵢ and the divisor n − 1 in the variance; NaN unless n exceeds 1. */
  readonly standardError: number;
  /** How many rows were counted. */
  readonly rows: number;
  /** How many of them were raised to the floor of log 10⁻¹⁵. */
  readonly floored: number;
}

/**
 * Sums up log predictive densities ℓᵢ = log p(yᵢ | xᵢ, the other rows). A row without one, which is written as NaN (its
 * removal would leave its class empty), is left out.
 */
export function elpd(densities: ArrayLike<number>, weights?: ArrayLike<number>): Elpd {
  const mass = rowWeights(densities.length, weights);
  const present = Int32Array.from(mass.keys()).filter((row) => mass[row] > 0 && !Number.isNaN(densities[row]));
  if (present.length === 0) throw new InputError("no-rows", "No row has a log predictive density.");
  const floored = present.filter((row) => densities[row] < LOG_DENSITY_FLOOR).length;
  const values = Float64Array.from(present, (row) => Math.max(densities[row], LOG_DENSITY_FLOOR));
  const { total, perRow, standardError } = sumWithError(
    values,
    Float64Array.from(present, (row) => mass[row]),
  );
  return { total, perRow, standardError, rows: present.length, floored };
}

/** Two models on the same rows. */
export interface ElpdDifference {
  /** Σ wᵢ (ℓᵢ of the first − ℓᵢ of the second): positive when the first predicts better. */
  readonly difference: number;
  /** The paired standard error √(n Var(ℓᴬ − ℓᴮ)). */
  readonly standardError: number;
  /** How many rows both models have a density for. */
  readonly rows: number;
  /**
   * False below 100 rows and below 4 nats, where the normal approximation behind the standard error is poor, whatever the
   * standard error says; otherwise whether the difference exceeds two standard errors.
   */
  readonly distinguishable: boolean;
}

/** The paired difference of two models' log predictive densities, over the rows for which both have one. */
export function elpdDifference(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  weights?: ArrayLike<number>,
): ElpdDifference {
  if (first.length !== second.length) {
    throw new InputError(
      "rows-differ",
      `Models are compared on the same rows; got ${first.length} densities of the first and ${second.length} of the second.`,
    );
  }
  const mass = rowWeights(first.length, weights);
  const shared = Int32Array.from(mass.keys()).filter(
    (row) => mass[row] > 0 && !Number.isNaN(first[row]) && !Number.isNaN(second[row]),
  );
  if (shared.length === 0) throw new InputError("no-rows", "No row has a log predictive density under both models.");
  const differences = Float64Array.from(
    shared,
    (row) => Math.max(first[row], LOG_DENSITY_FLOOR) - Math.max(second[row], LOG_DENSITY_FLOOR),
  );
  const {
    mass: n,
    total,
    standardError,
  } = sumWithError(
    differences,
    Float64Array.from(shared, (row) => mass[row]),
  );
  return {
    difference: total,
    standardError,
    rows: shared.length,
    distinguishable: n >= 100 && Math.abs(total) >= 4 && Math.abs(total) > 2 * standardError,
  };
}

interface Sum {
  readonly mass: number;
  readonly total: number;
  readonly perRow: number;
  readonly standardError: number;
}

function sumWithError(values: Float64Array, weights: Float64Array): Sum {
  let mass = 0;
  let total = 0;
  for (let row = 0; row < values.length; row++) {
    mass += weights[row];
    total += weights[row] * values[row];
  }
  const perRow = total / mass;
  let squares = 0;
  for (let row = 0; row < values.length; row++) squares += weights[row] * (values[row] - perRow) ** 2;
  return { mass, total, perRow, standardError: mass > 1 ? Math.sqrt((mass * squares) / (mass - 1)) : NaN };
}
