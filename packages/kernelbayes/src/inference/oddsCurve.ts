import type { CalibrationCurve } from "../evaluate/calibrationCurve.ts";
import { log1pExp } from "../numeric/logarithms.ts";
import { sigmoid } from "../numeric/sigmoid.ts";

/** The correction slope · z + offset of log odds z, with the covariance of (slope, offset). */
export type OddsCurve = Pick<CalibrationCurve, "slope" | "offset" | "covariance">;

/** Log odds of class 1 of rows that were left out, with what is known of the rows. */
export interface LeftOutOdds {
  readonly logOdds: Float64Array;
  /** 1 for the upper class, 0 for the other. */
  readonly targets: ArrayLike<number>;
  /** Rows of weight 0 do not count. */
  readonly weights: Float64Array;
}

/** The curve that changes nothing, for log odds that are taken at their word. */
export const identityCurve: OddsCurve = {
  slope: 1,
  offset: 0,
  covariance: [
    [0, 0],
    [0, 0],
  ],
};

const mostSteps = 100;
const mostHalvings = 60;

/**
 * The curve by which log odds z that a model claims become those that its left-out rows bear out: it minimizes
 *
 *     Σ w [softplus(e) − y e] + ½(slope − 1)² + ½ offset²,   e = slope · z + offset,   slope ≥ 0,
 *
 * which is convex: logistic regression with a standard normal prior around the identity, worth about one row. Newton steps
 * with halving. Unlike the curve for outputs without a scale (`fitCalibrationCurve`) it starts from believing the model.
 */
export function fitOddsCurve(rows: LeftOutOdds): OddsCurve {
  let slope = 1;
  let offset = 0;
  let here = penalized(rows, slope, offset);
  for (let step = 0; step < mostSteps; step++) {
    const isHeld = slope === 0 && here.gradient[0] >= 0;
    const [toSlope, toOffset] = newtonStep(here, isHeld);
    let moved: Penalized | undefined;
    let factor = 1;
    for (let halving = 0; halving < mostHalvings && !moved; halving++, factor /= 2) {
      const nextSlope = Math.max(0, slope + factor * toSlope);
      const nextOffset = offset + factor * toOffset;
      const there = penalized(rows, nextSlope, nextOffset);
      if (isBetter(there, here)) {
        moved = there;
        slope = nextSlope;
        offset = nextOffset;
      }
    }
    if (!moved) break;
    here = moved;
  }
  const isHeld = slope === 0 && here.gradient[0] >= 0;
  return { slope, offset, covariance: inverse(here.hessian, isHeld) };
}

/**
 * The log odds of every row by the curve of the others, for scores: half way between the curve of all rows, by which a row
 * helps to judge itself, and that without the row or its set, by which it pays twice, because the others' log odds were made
 * with it. A row counts with one unit of its weight; sets are left out whole. Removing is one Newton step.
 */
export function oddsWithoutEach(rows: LeftOutOdds, curve: OddsCurve, sets?: readonly Int32Array[]): Float64Array {
  const { logOdds, targets, weights } = rows;
  const { slope, offset } = curve;
  const { hessian } = penalized(rows, slope, offset);
  const result = logOdds.map((z) => slope * z + offset);
  const leave = (members: Iterable<number>, share: (row: number) => number): void => {
    let [h11, h12, h22] = hessian;
    let g1 = 0;
    let g2 = 0;
    for (const row of members) {
      const z = logOdds[row];
      const p = sigmoid(slope * z + offset);
      const unit = share(row);
      g1 += unit * (targets[row] - p) * z;
      g2 += unit * (targets[row] - p);
      const q = unit * p * (1 - p);
      h11 -= q * z * z;
      h12 -= q * z;
      h22 -= q;
    }
    const covariance = inverse([h11, h12, h22], slope === 0);
    const fallenSlope = covariance[0][0] * g1 + covariance[0][1] * g2;
    const fallenOffset = covariance[0][1] * g1 + covariance[1][1] * g2;
    for (const row of members) {
      const without = Math.max(0, slope - fallenSlope) * logOdds[row] + offset - fallenOffset;
      result[row] = 0.5 * (slope * logOdds[row] + offset + without);
    }
  };
  if (sets) for (const members of sets) leave(members, (row) => weights[row]);
  else for (const row of logOdds.keys()) leave([row], () => Math.min(1, weights[row]));
  return result;
}

/** Entries 11, 12 and 22 of a symmetric 2 × 2 matrix. */
type Symmetric = readonly [number, number, number];

interface Penalized {
  readonly value: number;
  readonly gradient: readonly [number, number];
  readonly hessian: Symmetric;
}

/** The objective with its derivatives in slope and offset; the prior makes the Hessian at least the identity. */
function penalized({ logOdds, targets, weights }: LeftOutOdds, slope: number, offset: number): Penalized {
  let value = 0.5 * ((slope - 1) ** 2 + offset ** 2);
  let g1 = slope - 1;
  let g2 = offset;
  let h11 = 1;
  let h12 = 0;
  let h22 = 1;
  for (let row = 0; row < logOdds.length; row++) {
    const z = logOdds[row];
    const e = slope * z + offset;
    const p = sigmoid(e);
    // Softplus(e) − y e, on each side without cancellation.
    value += weights[row] * (e >= 0 ? (1 - targets[row]) * e + log1pExp(-e) : log1pExp(e) - targets[row] * e);
    const d = weights[row] * (p - targets[row]);
    g1 += d * z;
    g2 += d;
    const q = weights[row] * p * sigmoid(-e);
    h11 += q * z * z;
    h12 += q * z;
    h22 += q;
  }
  return { value, gradient: [g1, g2], hessian: [h11, h12, h22] };
}

/** Lower, or as low to rounding and flatter: values know a minimum to half their digits only, slopes to all. */
function isBetter(there: Penalized, here: Penalized): boolean {
  const rounding = 1e-13 * (1 + Math.abs(here.value));
  if (there.value < here.value - rounding) return true;
  return there.value <= here.value + rounding && steepness(there) < steepness(here);
}

/** The squared gradient in units of the Hessian. */
function steepness({ gradient: [g1, g2], hessian: [h11, , h22] }: Penalized): number {
  return (g1 * g1) / h11 + (g2 * g2) / h22;
}

function newtonStep({ gradient: [g1, g2], hessian }: Penalized, isHeld: boolean): readonly [number, number] {
  const [[c11, c12], [, c22]] = inverse(hessian, isHeld);
  return [-(c11 * g1 + c12 * g2), -(c12 * g1 + c22 * g2)];
}

/** The inverse, or that of the entry of the offset alone where the slope is held at 0. */
function inverse([h11, h12, h22]: Symmetric, isHeld: boolean): OddsCurve["covariance"] {
  if (isHeld) {
    return [
      [0, 0],
      [0, 1 / h22],
    ];
  }
  const determinant = h11 * h22 - h12 * h12;
  return [
    [h22 / determinant, -h12 / determinant],
    [-h12 / determinant, h11 / determinant],
  ];
}
