import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { SpectralCovariance } from "../parts/gaussianClasses/spectralCovariance.ts";

/** What a covariance matrix B is shrunk towards: its own diagonal, or the mean of that diagonal times the identity. */
export type ShrinkageTarget = "diagonal" | "mean";

/**
 * The spectrum of B scaled by its target T, T^−½ B T^−½ = V diag(λ) Vᵀ, from which (1 − g) B + g T follows for any g at
 * once: its spectrum is (1 − g) λ + g, and g in the directions outside V.
 */
export interface BracketSpectrum {
  /** Diagonal of T^½. */
  readonly scale: Float64Array;
  readonly vectors: Matrix;
  readonly values: Float64Array;
}

/** A covariance matrix B, as itself or, when there are fewer rows than columns, by rows Z with B = ZᵀZ. */
export type Bracket = { readonly kind: "matrix"; readonly B: Matrix } | { readonly kind: "rows"; readonly Z: Matrix };

/**
 * The spectrum of a bracket. `idle` columns, which vary within no class, get the target 1, the variance of a standardized
 * column: if they are constant in all rows they add the same to every class, and if they tell classes apart they still do.
 * Undefined where the target vanishes, as for a column that is constant in one class only: no covariance can be built on it.
 */
export function bracketSpectrum(
  engine: Engine,
  bracket: Bracket,
  target: ShrinkageTarget,
  idle: readonly boolean[],
): BracketSpectrum | undefined {
  const scale = targetRoots(variancesOf(bracket), target, idle);
  if (!scale) return undefined;
  const p = scale.length;
  if (bracket.kind === "matrix") {
    const scaled = bracket.B.data.map((value, at) => value / (scale[Math.floor(at / p)] * scale[at % p]));
    const { values, vectors } = engine.eigenSymmetric(matrix(p, p, scaled));
    return { scale, vectors, values: values.map((value) => Math.max(0, value)) };
  }
  const n = bracket.Z.rows;
  const scaled = matrix(
    n,
    p,
    bracket.Z.data.map((value, at) => value / scale[at % p]),
  );
  const { values, vectors } = engine.eigenSymmetric(engine.symmetricProduct(scaled));
  const least = 4 * p * Number.EPSILON * (values.at(-1) ?? 0);
  const first = values.findIndex((value) => value > least);
  const rank = n - first;
  const roots = matrix(n, rank);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < rank; j++) {
      roots.data[i * rank + j] = vectors.data[i * n + first + j] / Math.sqrt(values[first + j]);
    }
  }
  return { scale, vectors: engine.multiply(scaled, roots, { transposeA: true }), values: values.slice(first) };
}

/** (1 − g) B + g T. */
export function shrunkBracket({ scale, vectors, values }: BracketSpectrum, g: number): SpectralCovariance {
  return {
    scale,
    vectors,
    values: values.map((value) => (1 - g) * value + g),
    rest: vectors.columns < scale.length ? g : 0,
  };
}

function variancesOf(bracket: Bracket): Float64Array {
  if (bracket.kind === "matrix") {
    const p = bracket.B.columns;
    return Float64Array.from({ length: p }, (_, j) => Math.max(0, bracket.B.data[j * p + j]));
  }
  const { data, columns: p } = bracket.Z;
  const variances = new Float64Array(p);
  for (let at = 0; at < data.length; at++) variances[at % p] += data[at] ** 2;
  return variances;
}

function targetRoots(
  variances: Float64Array,
  target: ShrinkageTarget,
  idle: readonly boolean[],
): Float64Array | undefined {
  const active = idle.filter((isIdle) => !isIdle).length;
  const mean = variances.reduce((sum, variance) => sum + variance, 0) / active;
  if (!(mean > 0)) return undefined;
  const roots = variances.map((variance, j) => Math.sqrt(idle[j] ? 1 : target === "mean" ? mean : variance));
  return roots.every((root) => root > 0) ? roots : undefined;
}
