import { matrix, type Matrix } from "../../engine/matrix.ts";
import { columnMeans } from "../../matrix/centerColumns.ts";
import { row } from "../../matrix/row.ts";
import { permutation, stream } from "../../random/index.ts";
import { progress, type Work } from "../../run/work.ts";
import type { Players } from "../players.ts";
import type { ValueFunction } from "../valueFunction.ts";
import { enumeratedValues } from "./enumeratedValues.ts";
import { hybridValues } from "./hybridValues.ts";

/** What is explained by looking at predictions alone. */
export interface SampledProblem {
  readonly value: ValueFunction;
  readonly X: Matrix;
  readonly background: Matrix;
  readonly players: Players;
  readonly seed: number;
  /** Pairs of opposite orders for each background row. */
  readonly orders: number;
  /** "sampled": never by all sets of columns. */
  readonly method: "sampled" | undefined;
}

/** The Shapley values of one output. */
interface SampledOutput {
  readonly base: number;
  readonly totals: Float64Array;
  readonly contributions: Matrix;
  /** Standard errors; absent where all sets were looked at. */
  readonly errors: Matrix | undefined;
}

export interface SampledValues {
  readonly method: "enumerated" | "sampled";
  readonly outputs: readonly SampledOutput[];
}

/** All sets of columns are looked at where that takes at most so many times the predictions of sampling. */
const worthExactness = 4;

/** Orders draw from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const branch = 1_936_025_711;

/**
 * Interventional Shapley values by predictions alone. For each background row b and each of so many rounds an order of the players is drawn;
 * they change from b's cells to the row's one after the other, in this order and then in the opposite one, and what the output gains is theirs:
 *
 *     φ̂_j = mean over b and rounds of ½ [gain of j in the order + gain of j in the opposite order].
 *
 * Each walk leads from f(b) to f(x), and each b has as many, so that the values add up to f(x) − mean_b f(b) to rounding. The background rows
 * are taken as given: the error is that of the orders, and its square Σ_b s_b²/(R B²), with s_b² the variance of the R rounds of b, is widened
 * where it is known from few orders.
 */
export function* sampledValues(problem: SampledProblem): Work<SampledValues> {
  const { value, X, background, players, orders, method, seed } = problem;
  const P = players.names.length;
  const ofRows = value(X);
  const ofBackground = value(background);
  const bases = columnMeans(ofBackground);
  const outputs = Array.from(bases, (base, c): SampledOutput & { errors: Matrix } => ({
    base,
    totals: Float64Array.from({ length: X.rows }, (_, a) => ofRows.data[a * bases.length + c]),
    contributions: matrix(X.rows, P),
    errors: matrix(X.rows, P),
  }));
  const isFew = 2 ** P - 2 <= worthExactness * 2 * (P - 1) * orders;
  if (P === 1 || (isFew && method !== "sampled")) {
    for (let a = 0; a < X.rows; a++) {
      const found = enumeratedValues(value, row(X, a), background, players);
      found.forEach((values, c) => outputs[c].contributions.data.set(values, a * P));
      yield progress("rows", a + 1, X.rows);
    }
    return { method: "enumerated", outputs: outputs.map((output) => ({ ...output, errors: undefined })) };
  }
  for (let a = 0; a < X.rows; a++) {
    const gains: Float64Array[] = [];
    for (let round = 0; round < orders; round++) {
      const order = (b: number): Int32Array => permutation(stream(seed, branch, a, round, b), P);
      gains.push(roundOfWalks(problem, row(X, a), { from: ofBackground, to: row(ofRows, a) }, order));
      yield progress("rows", a * orders + round + 1, X.rows * orders);
    }
    outputs.forEach((output, c) => putMeans(output, a, c, { gains, B: background.rows, C: outputs.length }));
  }
  return { method: "sampled", outputs };
}

/** The gains of all players on both walks of every background row: for each of these a row for each output, a column for each player. */
function roundOfWalks(
  { value, background, players }: SampledProblem,
  x: Float64Array,
  { from, to }: { readonly from: Matrix; readonly to: Float64Array },
  orderOf: (b: number) => Int32Array,
): Float64Array {
  const B = background.rows;
  const C = to.length;
  const P = players.names.length;
  const orders = Array.from({ length: B }, (_, b) => orderOf(b));
  // Between the ends of a walk there are P − 1 rows, and two walks for each background row.
  const isIn = (at: number): ((player: number) => boolean) => {
    const [walk, step] = [Math.floor(at / (P - 1)), 1 + (at % (P - 1))];
    const order = orders[walk >> 1];
    const first = new Set(walk % 2 === 0 ? order.subarray(0, step) : order.subarray(P - step));
    return (player) => first.has(player);
  };
  const between = hybridValues(value, { x, background, groups: players.groups }, 2 * B * (P - 1), (at) => ({
    b: Math.floor(at / (2 * (P - 1))),
    isIn: isIn(at),
  }));
  const gains = new Float64Array(B * C * P);
  for (let walk = 0; walk < 2 * B; walk++) {
    const b = walk >> 1;
    for (let step = 0; step < P; step++) {
      const player = orders[b][walk % 2 === 0 ? step : P - 1 - step];
      const at = walk * (P - 1) + step;
      for (let c = 0; c < C; c++) {
        const before = step === 0 ? from.data[b * C + c] : between.data[(at - 1) * C + c];
        const after = step === P - 1 ? to[c] : between.data[at * C + c];
        gains[(b * C + c) * P + player] += (after - before) / 2;
      }
    }
  }
  return gains;
}

/** The mean of the gains over rounds and background rows, and its standard error. */
function putMeans(
  { contributions, errors }: { readonly contributions: Matrix; readonly errors: Matrix },
  a: number,
  c: number,
  { gains, B, C }: { readonly gains: readonly Float64Array[]; readonly B: number; readonly C: number },
): void {
  const P = contributions.columns;
  const R = gains.length;
  for (let player = 0; player < P; player++) {
    let sum = 0;
    let variance = 0;
    let squares = 0;
    for (let b = 0; b < B; b++) {
      const at = (b * C + c) * P + player;
      const mean = gains.reduce((total, each) => total + each[at], 0) / R;
      sum += mean;
      const own = gains.reduce((total, each) => total + (each[at] - mean) ** 2, 0) / (R - 1);
      variance += own;
      squares += own * own;
    }
    contributions.data[a * P + player] = sum / B;
    errors.data[a * P + player] = (cautionOf(variance, squares, R) * Math.sqrt(variance / R)) / B;
  }
}

/**
 * By how much an error that is estimated from few orders is widened: with ν = (Σ s²)²/(Σ s⁴/(R − 1)) degrees of freedom (Welch, Satterthwaite) by
 * √((ν + 1)/(ν − 1)), ν being 2 at least.
 */
function cautionOf(variance: number, squares: number, R: number): number {
  if (squares === 0) return 1;
  const degrees = Math.max(2, ((R - 1) * variance * variance) / squares);
  return Math.sqrt((degrees + 1) / (degrees - 1));
}
