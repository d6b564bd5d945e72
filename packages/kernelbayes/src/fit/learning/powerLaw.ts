/** A loss that falls with the number of rows: a + b n^−c, with a, b ≥ 0. */
export interface PowerLaw {
  /** What no number of rows takes away. */
  readonly floor: number;
  readonly scale: number;
  readonly exponent: number;
}

/** Exponents from slow to fast; beyond 1 losses of parametric models do not fall. */
const exponents: readonly number[] = /* @__PURE__ */ Array.from({ length: 13 }, (_, k) => 0.25 * 4 ** (k / 12));

/**
 * The power law through the losses at some numbers of rows, by least squares with weights: for each exponent from ¼ to 1 the best a and b that are
 * not negative, and of these the best. Curves of learning are well described by it (Viering & Loog, 2023), and never rise.
 */
export function fitPowerLaw(rows: readonly number[], losses: ArrayLike<number>, weights: ArrayLike<number>): PowerLaw {
  let best: PowerLaw = { floor: 0, scale: 0, exponent: 1 };
  let least = Infinity;
  for (const exponent of exponents) {
    const law = atExponent(rows, losses, weights, exponent);
    const misfit = rows.reduce((sum, n, k) => sum + weights[k] * (losses[k] - lossAt(law, n)) ** 2, 0);
    if (misfit < least) [best, least] = [law, misfit];
  }
  return best;
}

/** a + b n^−c. */
export function lossAt({ floor, scale, exponent }: PowerLaw, rows: number): number {
  return floor + scale * rows ** -exponent;
}

function atExponent(
  rows: readonly number[],
  losses: ArrayLike<number>,
  weights: ArrayLike<number>,
  exponent: number,
): PowerLaw {
  let [w, wx, wxx, wy, wxy] = [0, 0, 0, 0, 0];
  rows.forEach((n, k) => {
    const x = n ** -exponent;
    w += weights[k];
    wx += weights[k] * x;
    wxx += weights[k] * x * x;
    wy += weights[k] * losses[k];
    wxy += weights[k] * x * losses[k];
  });
  const spread = w * wxx - wx * wx;
  const scale = spread > 0 ? (w * wxy - wx * wy) / spread : 0;
  const floor = (wy - scale * wx) / w;
  if (scale < 0) return { floor: wy / w, scale: 0, exponent };
  return floor < 0 ? { floor: 0, scale: wxy / wxx, exponent } : { floor, scale, exponent };
}
