import { InputError } from "../../errors.ts";
import { ascendingOrder } from "../../evaluate/averageRanks.ts";
import { classNumbers } from "../../evaluate/classNumbers.ts";
import { probabilityMatrix, type Probabilities } from "../../evaluate/probabilities.ts";
import { rowWeights } from "../../evaluate/rowWeights.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import { rowUniforms, setScores, type SetScore } from "./setScores.ts";

export interface ConformalOptions {
  /** How often a set should contain the true class, between 0 and 1. Default 0.9. */
  readonly level?: number;
  /** Default "adaptive". */
  readonly score?: SetScore;
  /** A threshold for each class from the rows of that class alone: the level then holds within each class. Default false. */
  readonly perClass?: boolean;
  /** Whether the adaptive score draws a number for each row. Default true; without it sets are a little larger. */
  readonly randomize?: boolean;
  /** Equal seeds give equal sets. Default 1. */
  readonly seed?: number;
  /** Row weights of the calibration rows: a row of weight w counts as w equal rows. */
  readonly weights?: ArrayLike<number> | undefined;
}

/** What prediction sets are cut by. */
export interface ConformalThreshold {
  readonly level: number;
  readonly score: SetScore;
  readonly randomize: boolean;
  readonly seed: number;
  /**
   * The largest score that still belongs to a set, for each class. Infinite where there were too few calibration rows for the
   * level, fewer than level/(1 − level): then the class belongs to every set.
   */
  readonly thresholds: Float64Array;
}

/**
 * The threshold of conformal prediction sets, from the class probabilities of calibration rows and their true classes: the
 * ⌈(m + 1) level⌉-th smallest score of the m rows' own classes.
 *
 * For rows that the fit did not use, and that are exchangeable with the rows to be predicted, sets by this threshold contain the
 * true class with a probability of at least the level, whatever the model. With the leave-one-out probabilities of the training
 * rows (`leaveOneOutRows`) that holds approximately: as far as one row hardly moves the model.
 *
 * V. Vovk, A. Gammerman & G. Shafer, *Algorithmic learning in a random world*, 2005.
 *
 * @example const threshold = conformalThreshold(prediction.probabilities, truth, { level: 0.9 });
 */
export function conformalThreshold(
  probabilities: Probabilities,
  truth: ArrayLike<number>,
  { level = 0.9, score = "adaptive", perClass = false, randomize = true, seed = 1, weights }: ConformalOptions = {},
): ConformalThreshold {
  checkLevel(level);
  const P = probabilityMatrix(probabilities);
  const classes = classNumbers(truth, P.rows, P.columns);
  const uniforms = randomize ? rowUniforms("calibration", seed, P.rows) : undefined;
  const { data, columns: C } = setScores(P, score, uniforms);
  const own = Float64Array.from(classes, (c, row) => data[row * C + c]);
  const mass = rowWeights(P.rows, weights);
  const thresholdOf = (rows: Int32Array): number =>
    scoreQuantile(
      Float64Array.from(rows, (row) => own[row]),
      level,
      Float64Array.from(rows, (row) => mass[row]),
    );
  const all = Int32Array.from(classes.keys());
  const thresholds = perClass
    ? Float64Array.from({ length: C }, (_, c) => thresholdOf(all.filter((row) => classes[row] === c)))
    : new Float64Array(C).fill(thresholdOf(all));
  return { level, score, randomize, seed, thresholds };
}

/**
 * The ⌈(m + 1) level⌉-th smallest of m scores, or infinity where that is more than there are. With weights a score counts as so
 * many equal ones.
 */
export function scoreQuantile(scores: ArrayLike<number>, level: number, weights?: ArrayLike<number>): number {
  checkLevel(level);
  if (weights) requireLength(weights.length, scores.length, "The number of weights");
  let total = 0;
  for (let i = 0; i < scores.length; i++) {
    if (Number.isNaN(scores[i])) {
      throw new InputError("not-finite", "A score must be a number; got NaN.", { row: i + 1 });
    }
    total += weights?.[i] ?? 1;
  }
  // Rounding of (m + 1) level must not decide where it is a whole number.
  const rank = (total + 1) * level - 1e-9;
  let passed = 0;
  for (const i of ascendingOrder(scores)) {
    passed += weights?.[i] ?? 1;
    if (passed >= rank) return scores[i];
  }
  return Infinity;
}

/** Refuses a level of coverage that does not lie strictly between 0 and 1. */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) {
    throw new InputError("invalid-level", `The level of prediction sets must lie between 0 and 1; got ${level}.`);
  }
}
