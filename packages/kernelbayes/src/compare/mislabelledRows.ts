import { InputError } from "../errors.ts";
import { ascendingOrder } from "../evaluate/averageRanks.ts";
import { classNumbers, countClasses } from "../evaluate/classNumbers.ts";
import { mostProbable, probabilityMatrix, type Probabilities } from "../evaluate/probabilities.ts";
import type { Matrix } from "../engine/matrix.ts";
import { equalRows } from "../evaluate/equalRows.ts";

/** How suspicious the label of one row is. */
export interface LabelDoubt {
  /** The row's place, from 0. */
  readonly row: number;
  /** The class number it has. */
  readonly label: number;
  /** The class number that is most probable for it. */
  readonly suggested: number;
  /** The probability of the class it has, by a fit that did not see it. */
  readonly ownProbability: number;
  /** The expected share of rightly labelled rows among this row and all that are more surprising, at most 1. */
  readonly qValue: number;
  /** The probability that the label is wrong, if labels were exchanged at random at the estimated rate. */
  readonly flipProbability: number;
}

export interface MislabelledOptions {
  /** Rows whose q value is not above it are flagged: about so large a share of the flags will be false. Default 0.2. */
  readonly falseShare?: number;
}

export interface MislabelledRows {
  /** The rows that are flagged, the most surprising first. */
  readonly flagged: readonly LabelDoubt[];
  /** All rows, the most surprising first. */
  readonly rows: readonly LabelDoubt[];
  /** The estimated share of wrong labels: a lower guide where such labels were also trained on. */
  readonly noiseRate: number;
  /** Whether the estimate came to its end. */
  readonly converged: boolean;
}

const FIRST_NOISE_RATE = 0.05;
const TOLERANCE = 1e-10;
const MAX_UPDATES = 100_000;

/**
 * Finds rows whose label is probably wrong, from class probabilities by fits that did not see them (`leaveOneOutRows`).
 *
 * Rows are ranked by the probability o of the class they have. If probabilities are calibrated and all labels right, the
 * expected number of rows with o ≤ t is E(t) = Σᵢ Σ_c p_ic [p_ic ≤ t]; so of the rows found at or below t, E(t)/#{j : oⱼ ≤ t}
 * would be there anyway. The q value of a row is the least such share over all t ≥ o. Surprising rows occur in honest data too;
 * those with a small q value occur more often than they should.
 *
 * Beside it stands the probability of a flip: labels exchanged at the rate ε for any other one, all equally likely,
 *
 *     g = ε(1 − o)/(C − 1) / [ε(1 − o)/(C − 1) + (1 − ε) o],     ε ← mean g, from 0.05 on.
 *
 * Probabilities that are far from calibrated mislead both; put a calibration curve on them first.
 */
export function mislabelledRows(
  probabilities: Probabilities,
  classes: ArrayLike<number>,
  { falseShare = 0.2 }: MislabelledOptions = {},
): MislabelledRows {
  if (!(falseShare >= 0 && falseShare <= 1)) {
    throw new InputError("invalid-share", `The share of false flags must lie between 0 and 1; got ${falseShare}.`);
  }
  const P = probabilityMatrix(probabilities);
  if (P.rows === 0) throw new InputError("no-rows", "There are no rows to search; at least one is needed.");
  const labels = classNumbers(classes, P.rows, P.columns);
  const own = Float64Array.from(labels, (label, row) => P.data[row * P.columns + label]);
  const order = ascendingOrder(own);
  const qValues = qValuesOf(own, order, P.data);
  const { noiseRate, flips, converged } = flipProbabilities(own, P.columns);
  const suggested = mostProbable(P);
  const rows = Array.from(order, (row) => ({
    row,
    label: labels[row],
    suggested: suggested[row],
    ownProbability: own[row],
    qValue: qValues[row],
    flipProbability: flips[row],
  }));
  return { flagged: rows.filter(({ qValue }) => qValue <= falseShare), rows, noiseRate, converged };
}

/** min over t ≥ o of E(t)/#{o ≤ t}. Between two values of o the count stays and E grows, so only the values of o matter. */
function qValuesOf(own: Float64Array, order: Int32Array, all: Float64Array): Float64Array {
  const sorted = all.toSorted();
  const n = own.length;
  // E at each place of the order, equal values taken together.
  const shares = new Float64Array(n);
  let expected = 0;
  let next = 0;
  for (let place = 0; place < n;) {
    const value = own[order[place]];
    let last = place;
    while (last + 1 < n && own[order[last + 1]] === value) last++;
    while (next < sorted.length && sorted[next] <= value) expected += sorted[next++];
    shares.fill(expected / (last + 1), place, last + 1);
    place = last + 1;
  }
  const q = new Float64Array(n);
  let least = 1;
  for (let place = n - 1; place >= 0; place--) {
    least = Math.min(least, shares[place]);
    q[order[place]] = least;
  }
  return q;
}

interface Flips {
  readonly noiseRate: number;
  readonly flips: Float64Array;
  readonly converged: boolean;
}

function flipProbabilities(own: Float64Array, classes: number): Flips {
  let rate = FIRST_NOISE_RATE;
  for (let updates = 1; ; updates++) {
    const noise = rate;
    const flips = own.map((o) => {
      const flipped = (noise * (1 - o)) / (classes - 1);
      const kept = (1 - noise) * o;
      return flipped + kept > 0 ? flipped / (flipped + kept) : 0;
    });
    rate = flips.reduce((sum, flip) => sum + flip, 0) / own.length;
    const converged = Math.abs(rate - noise) <= TOLERANCE;
    if (converged || updates === MAX_UPDATES) return { noiseRate: rate, flips, converged };
  }
}

/** Rows that agree in every column and yet have different classes. */
export interface Contradiction {
  /** Their places, from 0, ascending. */
  readonly rows: Int32Array;
  /** The class number of each. */
  readonly classes: Int32Array;
}

/**
 * The sets of rows with equal inputs and different labels: whatever a model says, some of each set's labels cannot be told from
 * these columns, or are wrong. In the order of the first row of each set.
 */
export function contradictingRows(X: Matrix, classes: ArrayLike<number>): Contradiction[] {
  const labels = classNumbers(classes, X.rows, countClasses(classes));
  const { setOf, inputs } = equalRows(X, labels, new Float64Array(X.rows).fill(1));
  const members = new Map<number, number[]>();
  setOf.forEach((set, row) => {
    const others = members.get(inputs[set]);
    if (others) others.push(row);
    else members.set(inputs[set], [row]);
  });
  return Array.from(members.values())
    .filter((rows) => rows.some((row) => labels[row] !== labels[rows[0]]))
    .map((rows) => ({ rows: Int32Array.from(rows), classes: Int32Array.from(rows, (row) => labels[row]) }));
}
