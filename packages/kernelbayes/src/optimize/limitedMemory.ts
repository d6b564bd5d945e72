import { dot } from "../matrix/dot.ts";

/**
 * What the last steps s and gradient changes y tell of the Hessian, in the compact form
 *
 *     B = θI − W M Wᵀ,  W = [Y  θS],  M⁻¹ = [ −D   Lᵀ  ]
 *                                           [  L  θSᵀS ]
 *
 * with θ = yᵀy / sᵀy of the newest pair, D the diagonal and L the strictly lower part of SᵀY.
 * R. H. Byrd, P. Lu, J. Nocedal & C. Zhu, A limited memory algorithm for bound constrained optimization, 1995, eq. 3.2–3.4.
 */
export interface LimitedMemory {
  readonly theta: number;
  /** Twice the number of pairs kept: the columns of W. */
  readonly width: number;
  /** Row i of W. */
  row(i: number): Float64Array;
  /** Wᵀv. */
  project(v: Float64Array): Float64Array;
  /** The entries of M⁻¹, row by row; a new array at each call. */
  middle(): Float64Array;
  /** Takes a pair in, the oldest one leaving. A pair without positive curvature along the step is not taken. */
  remember(s: Float64Array, y: Float64Array): void;
  forget(): void;
}

export function limitedMemory(capacity: number): LimitedMemory {
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  let theta = 1;
  return {
    get theta() {
      return theta;
    },
    get width() {
      return 2 * steps.length;
    },
    row(i) {
      const size = steps.length;
      return Float64Array.from({ length: 2 * size }, (_, a) => (a < size ? changes[a][i] : theta * steps[a - size][i]));
    },
    project(v) {
      return Float64Array.from([...changes.map((y) => dot(y, v)), ...steps.map((s) => theta * dot(s, v))]);
    },
    middle: () => middleOf(steps, changes, theta),
    remember(s, y) {
      const curvature = dot(s, y);
      const square = dot(y, y);
      if (!(curvature > Number.EPSILON * square)) return;
      if (steps.length === capacity) {
        steps.shift();
        changes.shift();
      }
      steps.push(s);
      changes.push(y);
      theta = square / curvature;
    },
    forget() {
      steps.length = 0;
      changes.length = 0;
      theta = 1;
    },
  };
}

/** M⁻¹ of the steps s and the gradient changes y. */
function middleOf(steps: readonly Float64Array[], changes: readonly Float64Array[], theta: number): Float64Array {
  const size = steps.length;
  const width = 2 * size;
  const entries = new Float64Array(width * width);
  for (let a = 0; a < size; a++) {
    entries[a * width + a] = -dot(steps[a], changes[a]);
    for (let b = 0; b < size; b++) {
      entries[(size + a) * width + size + b] = theta * dot(steps[a], steps[b]);
      if (a <= b) continue;
      const below = dot(steps[a], changes[b]);
      entries[(size + a) * width + b] = below;
      entries[b * width + size + a] = below;
    }
  }
  return entries;
}
