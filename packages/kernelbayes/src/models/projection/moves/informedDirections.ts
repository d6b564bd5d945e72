import { numbersUpTo } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { selectColumns, transpose } from "../../../matrix/index.ts";
import { columnSigns } from "../components/kernelComponents.ts";

/**
 * The directions of the coefficients that predictors can tell from noise. With the first right singular vectors V of D and the precisions
 * T_k of a class, every β_k is
 *
 *     β_k = √v B_k a_k + β⊥,   B_k = T_k⁻¹V C_k⁻ᵀ,   C_k C_kᵀ = Vᵀ T_k⁻¹ V,   Vᵀβ⊥ = 0,
 *
 * and under its prior N(0, v T_k⁻¹) the a_k are standard normal variables, independent of β⊥. Numbers a_k of class k stand at k · directions.
 */
export interface InformedDirections {
  /** V, a row for each coefficient and a column for each direction. */
  readonly vectors: Matrix;
  /** Numbers of one class. */
  readonly directions: number;
  /** D B_k of each class, row by row. */
  readonly columns: readonly Float64Array[];
  /** Takes in precisions, τ_lk at k · columns + l, and returns whether the directions can be told apart in working precision. */
  take(precisions: Float64Array): boolean;
  /** What it returned. */
  readonly isTold: boolean;
  /** Writes Vᵀβ_k for all classes, stored as the numbers. */
  combinationsOf(coefficients: Float64Array, target: Float64Array): void;
  /** Writes C_k⁻¹w of one class. */
  numbersFor(k: number, combination: Float64Array, target: Float64Array): void;
  /** Writes a_k = C_k⁻¹Vᵀβ_k/√v for all classes. */
  numbersOf(coefficients: Float64Array, deviation: number, target: Float64Array): void;
  /** Adds √v B_k · by to the coefficients of each class. */
  move(coefficients: Float64Array, deviation: number, by: Float64Array): void;
}

/**
 * What a direction of unit length moves predictors by, at least, in deviations of the noise. Rows tell nothing of smaller ones, and their vectors are
 * rounding.
 */
const leastTold = 0.3;

export function informedDirections(engine: Engine, D: Matrix, count: number, most: number): InformedDirections {
  const { rows: n, columns: p } = D;
  const V = leadingVectors(engine, D, Math.min(most, n, p));
  const directions = V.columns;
  const scaled = matrix(p, directions);
  const bases = Array.from({ length: count }, () => matrix(p, directions));
  const columns = Array.from({ length: count }, () => new Float64Array(n * directions));
  const combinations = new Float64Array(count * directions);
  const factors = Array.from({ length: count }, () => matrix(directions, directions));

  /** Writes T^(−power) V. */
  function scale(precisions: Float64Array, k: number, power: number): void {
    for (let l = 0, at = 0; l < p; l++) {
      const factor = precisions[k * p + l] ** -power;
      for (let m = 0; m < directions; m++, at++) scaled.data[at] = factor * V.data[at];
    }
  }

  let isTold = false;

  function combinationsOf(coefficients: Float64Array, target: Float64Array): void {
    target.fill(0);
    for (let k = 0; k < count; k++) {
      for (let l = 0, at = 0; l < p; l++) {
        const beta = coefficients[k * p + l];
        for (let m = k * directions, end = m + directions; m < end; m++, at++) target[m] += beta * V.data[at];
      }
    }
  }

  function numbersFor(k: number, combination: Float64Array, target: Float64Array): void {
    const { data: C } = factors[k];
    for (let m = 0; m < directions; m++) {
      let value = combination[m];
      for (let j = 0, at = m * directions; j < m; j++, at++) value -= C[at] * target[j];
      target[m] = value / C[m * (directions + 1)];
    }
  }

  function factorize(precisions: Float64Array): boolean {
    for (let k = 0; k < count; k++) {
      scale(precisions, k, 0.5);
      const result = engine.cholesky(engine.symmetricProduct(scaled, { transpose: true }));
      if (!result.ok) return false;
      factors[k] = result.factor;
      scale(precisions, k, 1);
      bases[k] = engine.solveTriangular(result.factor, scaled, { side: "right", transpose: true });
      columns[k].set(engine.multiply(D, bases[k]).data);
    }
    return true;
  }

  return {
    vectors: V,
    directions,
    columns,
    take: (precisions) => (isTold = factorize(precisions)),
    get isTold() {
      return isTold;
    },
    combinationsOf,
    numbersFor,
    numbersOf(coefficients, deviation, target) {
      combinationsOf(coefficients, combinations);
      for (let k = 0; k < count; k++) {
        const own = target.subarray(k * directions, (k + 1) * directions);
        numbersFor(k, combinations.subarray(k * directions, (k + 1) * directions), own);
        for (let m = 0; m < directions; m++) own[m] /= deviation;
      }
    },
    move(coefficients, deviation, by) {
      for (let k = 0; k < count; k++) {
        const { data } = bases[k];
        for (let l = 0, at = 0; l < p; l++) {
          let sum = 0;
          for (let m = 0; m < directions; m++, at++) sum += data[at] * by[k * directions + m];
          coefficients[k * p + l] += deviation * sum;
        }
      }
    },
  };
}

/**
 * The first right singular vectors of D, at most so many and at least one, without those that move predictors by no more than `leastTold`. Those of DᵀD
 * would lose half of the digits. Signs do not depend on the engine.
 */
function leadingVectors(engine: Engine, D: Matrix, most: number): Matrix {
  const { values, vectors } = rightVectors(engine, D);
  const told = Math.max(1, values.subarray(0, most).filter((value) => value > leastTold).length);
  const V = selectColumns(vectors, numbersUpTo(told));
  const signs = columnSigns(V);
  for (let at = 0; at < V.data.length; at++) V.data[at] *= signs[at % told];
  return V;
}

/** Singular values in descending order and right singular vectors, of a matrix of any shape. */
function rightVectors(engine: Engine, D: Matrix): { readonly values: Float64Array; readonly vectors: Matrix } {
  if (D.rows >= D.columns) {
    const { values, V } = engine.svd(D);
    return { values, vectors: V };
  }
  const { values, U } = engine.svd(transpose(D));
  return { values, vectors: U };
}
