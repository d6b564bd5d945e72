import { solveTransposedInPlace } from "./coefficients.ts";

/** Units x = Rᵀ · point in which an energy of curvature R Rᵀ is equally curved in every direction. */
export interface FactorUnits {
  /** Takes in a lower triangular R, row by row, which is not copied. */
  take(factor: Float64Array): void;
  /** Writes x = Rᵀ · point. */
  toUnits(point: Float64Array, x: Float64Array): void;
  /** Writes the point R⁻ᵀx. */
  fromUnits(x: Float64Array, point: Float64Array): void;
  /** Writes R⁻¹g, the gradient in x. */
  slopes(gradient: Float64Array, target: Float64Array): void;
}

export function factorUnits(size: number, first: Float64Array): FactorUnits {
  let R = first;
  return {
    take(factor) {
      R = factor;
    },
    toUnits(point, x) {
      x.fill(0);
      for (let l = 0; l < size; l++) {
        for (let j = 0, at = l * size; j <= l; j++, at++) x[j] += R[at] * point[l];
      }
    },
    fromUnits(x, point) {
      point.set(x);
      solveTransposedInPlace(R, size, size, point, 0);
    },
    slopes(gradient, target) {
      for (let l = 0; l < size; l++) {
        let value = gradient[l];
        for (let j = 0, at = l * size; j < l; j++, at++) value -= R[at] * target[j];
        target[l] = value / R[l * size + l];
      }
    },
  };
}
