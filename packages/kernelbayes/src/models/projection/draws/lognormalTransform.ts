/** The spacing of a table, over σ or 1, whichever is larger. Cubic interpolation between its entries errs by some 1e-6. */
const finest = 1 / 8;

/** The widest spacing, and the step of sums over noise. */
export const widest: number = 1 / 2;

/** Left of this H(t) is below 1e-23 without noise. */
const leftEnd = 4;

/** Right of this 1 − H(t) is below 1e-7 without noise. */
const rightEnd = 17;

/** Normal variates beyond this many deviations count for nothing: 4e-8 of them. */
const reach = 5.5;

/** How far beyond the ends of a noise-free table lognormal tails are followed. */
const longestTail = 60;

/**
 * The Laplace transform of a lognormal variable on the logarithmic scale,
 *
 *     H(t) = E exp(−e^{σε − t}),   ε ~ N(0, 1),
 *
 * with its first and second derivative at the multiples of a spacing: entry i belongs to t = (first + i) · spacing. It is
 * the distribution function of a Gumbel variable plus σε. Left of the table H is 0; right of it H is 1, and H′ decays with the
 * rate `decay`.
 */
export interface LognormalTransform {
  /** One over a power of two. */
  readonly spacing: number;
  readonly first: number;
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  readonly curvatures: Float64Array;
  readonly decay: number;
}

/** How far from its center, to the left and to the right, the transform differs from 0 and from 1. */
export function transformEnds(sigma: number): readonly [number, number] {
  const noise = reach * sigma;
  return [leftEnd + noise, rightEnd + noise + Math.min(sigma * sigma, longestTail)];
}

/** The transform for a deviation of at least 0. Normal variates are summed by the trapezoidal rule, to some 1e-8. */
export function lognormalTransform(sigma: number): LognormalTransform {
  let spacing = finest;
  while (2 * spacing <= Math.min(widest, finest * sigma)) spacing *= 2;
  const [left, right] = transformEnds(sigma);
  const first = -Math.ceil(left / spacing);
  const grid = { spacing, first, count: Math.ceil(right / spacing) - first + 1 };
  const parts =
    sigma === 0 ? gumbelTables(grid) : sigma < spacing ? fewShifts(sigma, grid) : alignedShifts(sigma, grid);
  const last = grid.count - 1;
  return { spacing, first, ...parts, decay: -parts.curvatures[last] / parts.slopes[last] };
}

interface Grid {
  readonly spacing: number;
  readonly first: number;
  readonly count: number;
}

type Tables = Pick<LognormalTransform, "values" | "slopes" | "curvatures">;

/** G(t) = exp(−e^{−t}), G′ and G″ at t = (first + i) · spacing − shift. */
function gumbelTables({ spacing, first, count }: Grid, shift = 0): Tables {
  const values = new Float64Array(count);
  const slopes = new Float64Array(count);
  const curvatures = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const x = Math.exp(shift - (first + i) * spacing);
    const value = Math.exp(-x);
    values[i] = value;
    // Far to the left e^{−t} overflows where G has long been 0.
    slopes[i] = value === 0 ? 0 : x * value;
    curvatures[i] = value === 0 ? 0 : x * (x - 1) * value;
  }
  return { values, slopes, curvatures };
}

/** Little noise: the mean over three shifts, exact for polynomials of degree five (Gauss and Hermite). */
function fewShifts(sigma: number, grid: Grid): Tables {
  const shift = Math.sqrt(3) * sigma;
  const parts = [-shift, 0, shift].map((at) => gumbelTables(grid, at));
  const mean = (table: keyof Tables): Float64Array =>
    parts[1][table].map((middle, i) => (2 / 3) * middle + (parts[0][table][i] + parts[2][table][i]) / 6);
  return { values: mean("values"), slopes: mean("slopes"), curvatures: mean("curvatures") };
}

/** More noise: shifts by multiples of a step that is a multiple of the spacing and no wider than σ or one half. */
function alignedShifts(sigma: number, { spacing, first, count }: Grid): Tables {
  let stride = widest / spacing;
  while (stride > 1 && stride * spacing > sigma) stride /= 2;
  const step = stride * spacing;
  const shifts = Math.ceil((reach * sigma) / step);
  const shares = new Float64Array(2 * shifts + 1);
  let total = 0;
  for (let j = 0; j < shares.length; j++) {
    shares[j] = Math.exp(-0.5 * (((j - shifts) * step) / sigma) ** 2);
    total += shares[j];
  }
  for (let j = 0; j < shares.length; j++) shares[j] /= total;
  const base = gumbelTables({ spacing, first: first - shifts * stride, count: count + 2 * shifts * stride });
  return {
    values: convolved(base.values, shares, stride, count),
    slopes: convolved(base.slopes, shares, stride, count),
    curvatures: convolved(base.curvatures, shares, stride, count),
  };
}

function convolved(table: Float64Array, shares: Float64Array, stride: number, count: number): Float64Array {
  const result = new Float64Array(count);
  for (let j = 0; j < shares.length; j++) {
    const share = shares[j];
    for (let i = 0, from = j * stride; i < count; i++, from++) result[i] += share * table[from];
  }
  return result;
}
