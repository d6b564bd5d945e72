import type { Engine } from "../../engine/engine.ts";
import { freeRows, type DualPoint, type DualProblem } from "./dual.ts";
import { freeSystem, jitter } from "./refine.ts";

/**
 * The free rows f of a machine with the inverse of their equations under Σβ = 0, bordered by the constraint in row and column 0:
 *
 *     M = [0 1ᵀ; 1 K_ff].
 */
export interface FreeInverse {
  /** The free rows; the one at k has number k + 1 in M. */
  readonly free: readonly number[];
  /** M⁻¹, in rows of as many entries as the problem has rows and one. */
  readonly data: Float64Array;
}

/** An inverse that rows join and leave in O(m²). */
export interface ChangingInverse extends FreeInverse {
  /** Becomes a copy of another inverse for the same problem. */
  become(other: FreeInverse): void;
  /** result = M⁻¹ right. */
  solve(right: Float64Array, result: Float64Array): void;
  /** False where the row depends on those that are free. */
  add(j: number): boolean;
  /** False where the others alone do not determine their coefficients. */
  remove(j: number): boolean;
}

/** Pivots below this share of the diagonal belong to rows that depend on the free ones. */
const leastPivot = 1e-9;

/** An inverse to begin with: without a free row. */
export function changingInverse({ rows, signs }: DualProblem): ChangingInverse {
  const stride = signs.length + 1;
  const data = new Float64Array(stride * stride);
  const column = new Float64Array(stride);
  const image = new Float64Array(stride);
  const free: number[] = [];
  const solve = (right: Float64Array, result: Float64Array): void =>
    multiply(data, stride, free.length + 1, right, result);
  return {
    free,
    data,
    solve,
    become(other) {
      free.splice(0, free.length, ...other.free);
      const size = free.length + 1;
      for (let a = 0; a < size; a++) data.set(other.data.subarray(a * stride, a * stride + size), a * stride);
    },
    add(j) {
      const size = free.length + 1;
      const own = rows.diagonal[j] * (1 + jitter);
      free.push(j);
      if (size === 1) {
        data.set([-own, 1]);
        data.set([1, 0], stride);
        return true;
      }
      const row = rows.row(j);
      column[0] = 1;
      for (let a = 1; a < size; a++) column[a] = row[free[a - 1]];
      multiply(data, stride, size, column, image);
      let pivot = own;
      for (let a = 0; a < size; a++) pivot -= column[a] * image[a];
      if (!(pivot > leastPivot * own)) return false;
      addOuter(data, stride, size, image, 1 / pivot);
      for (let a = 0; a < size; a++) data[a * stride + size] = data[size * stride + a] = -image[a] / pivot;
      data[size * stride + size] = 1 / pivot;
      return true;
    },
    remove(j) {
      const last = free.length;
      const at = free.indexOf(j) + 1;
      swap(data, stride, last + 1, at, last);
      free[at - 1] = free[last - 1];
      free.pop();
      if (last === 1) return true;
      for (let a = 0; a < last; a++) image[a] = data[last * stride + a];
      const pivot = data[last * stride + last];
      if (!(pivot > 0)) return false;
      addOuter(data, stride, last, image, -1 / pivot);
      return true;
    },
  };
}

/** The inverse for a machine; undefined where its free rows depend on each other. */
export function freeInverse(engine: Engine, problem: DualProblem, point: DualPoint): FreeInverse | undefined {
  const free = freeRows(problem, point.coefficients);
  const stride = problem.signs.length + 1;
  const data = new Float64Array(stride * stride);
  if (free.length === 0) return { free: [], data };
  const system = freeSystem(engine, problem.rows, free);
  if (!system) return undefined;
  const { ofOnes, total } = system;
  const inverse = engine.inverseFactored(system.factor).data;
  const m = free.length;
  data[0] = -1 / total;
  for (let a = 0; a < m; a++) {
    data[a + 1] = data[(a + 1) * stride] = ofOnes[a] / total;
    for (let b = 0; b < m; b++) {
      data[(a + 1) * stride + b + 1] = inverse[a * m + b] - (ofOnes[a] * ofOnes[b]) / total;
    }
  }
  return { free: [...free], data };
}

function multiply(data: Float64Array, stride: number, size: number, right: Float64Array, result: Float64Array): void {
  for (let a = 0; a < size; a++) {
    let sum = 0;
    for (let b = 0, at = a * stride; b < size; b++, at++) sum += data[at] * right[b];
    result[a] = sum;
  }
}

/** Adds factor · vector vectorᵀ. */
function addOuter(data: Float64Array, stride: number, size: number, vector: Float64Array, factor: number): void {
  for (let a = 0; a < size; a++) {
    const scaled = factor * vector[a];
    for (let b = 0, at = a * stride; b < size; b++, at++) data[at] += scaled * vector[b];
  }
}

/** Exchanges two rows and two columns. */
function swap(data: Float64Array, stride: number, size: number, p: number, q: number): void {
  if (p === q) return;
  for (let b = 0; b < size; b++) exchange(data, p * stride + b, q * stride + b);
  for (let a = 0; a < size; a++) exchange(data, a * stride + p, a * stride + q);
}

function exchange(data: Float64Array, p: number, q: number): void {
  const kept = data[p];
  data[p] = data[q];
  data[q] = kept;
}
