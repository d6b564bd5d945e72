import type { Engine } from "../../../engine/engine.ts";
import { matrix, transpose, type Matrix } from "../../../engine/matrix.ts";
import { minus, multiplyVector } from "../../../matrix/dot.ts";
import { centerColumns, grandMean } from "../../../matrix/centerColumns.ts";
import { selectRows } from "../../../matrix/row.ts";
import { identity } from "../../../matrix/diagonal.ts";
import { type PenalizedForm, requireRegularization } from "./penalizedForm.ts";

/** Scores of classes that are linear in projections z: s_c = B_cᵀz + b_c. */
export interface LinearScores {
  /** k × C. */
  readonly loadings: Matrix;
  readonly constants: Float64Array;
}

/** Projections of rows by fits that did not see them, with what they are. */
export interface HeldOutProjections {
  /** A row for each test, k columns. */
  readonly projections: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/**
 * Gaussian classes in the coordinates of a discriminant: with means m_c, one covariance S within the classes and shares π_c
 *
 *     s_c = m_cᵀS⁻¹z − ½ m_cᵀS⁻¹m_c + log π_c,
 *
 * the distance from each centroid in units of the spread, less what all classes have in common. Undefined where a class is
 * missing or the projections do not spread.
 */
export function classScores(engine: Engine, moments: ProjectionMoments): LinearScores | undefined {
  const { mass, sums, squares } = moments;
  const C = mass.length;
  const k = sums.columns;
  const total = mass.reduce((sum, value) => sum + value, 0);
  if (mass.some((value) => !(value > 1e-9)) || !(total > C)) return undefined;
  const means = transpose({ ...sums, data: sums.data.map((sum, at) => sum / mass[Math.floor(at / k)]) });
  const S = matrix(k, k);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      let value = squares.data[i * k + j];
      for (let c = 0; c < C; c++) value -= mass[c] * means.data[i * C + c] * means.data[j * C + c];
      S.data[i * k + j] = value / (total - C);
    }
  }
  const factored = engine.cholesky(S);
  if (!factored.ok) return undefined;
  const loadings = engine.solveFactored(factored.factor, means);
  const constants = mass.map((value, c) => {
    let form = 0;
    for (let j = 0; j < k; j++) form += means.data[j * C + c] * loadings.data[j * C + c];
    return Math.log(value / total) - form / 2;
  });
  return loadings.data.every(Number.isFinite) && constants.every(Number.isFinite) ? { loadings, constants } : undefined;
}

/** Sums over projections: of weights and of z for each class, and of zzᵀ. */
interface ProjectionMoments {
  readonly mass: Float64Array;
  readonly sums: Matrix;
  readonly squares: Matrix;
}

export function momentsOf({ projections, classes, weights }: HeldOutProjections, C: number): ProjectionMoments {
  const k = projections.columns;
  const mass = new Float64Array(C);
  const sums = matrix(C, k);
  const squares = matrix(k, k);
  classes.forEach((c, i) => {
    const z = projections.data.subarray(i * k, (i + 1) * k);
    mass[c] += weights[i];
    z.forEach((value, a) => {
      sums.data[c * k + a] += weights[i] * value;
      z.forEach((other, b) => (squares.data[a * k + b] += weights[i] * value * other));
    });
  });
  return { mass, sums, squares };
}

/** The scores of rows, C columns. */
export function scoresOf(engine: Engine, { loadings, constants }: LinearScores, projections: Matrix): Matrix {
  const scores = engine.multiply(projections, loadings);
  for (let at = 0; at < scores.data.length; at++) scores.data[at] += constants[at % constants.length];
  return scores;
}

/**
 * The scores of tests that fall into blocks, each block judged by the centroids and the spread of the others, so that no row
 * helps to judge itself; undefined where some block cannot be judged.
 */
export function heldOutScores(
  engine: Engine,
  held: HeldOutProjections,
  blockOf: Int32Array,
  blocks: number,
  C: number,
): Matrix | undefined {
  // About the mean of all, so that squares do not cancel.
  const centered = { ...held, projections: centerColumns(held.projections, grandMean(held.projections, held.weights)) };
  const all = momentsOf(centered, C);
  const scores = matrix(held.classes.length, C);
  for (let block = 0; block < blocks; block++) {
    const own = Int32Array.from(blockOf.keys()).filter((test) => blockOf[test] === block);
    if (own.length === 0) continue;
    const part = selection(centered, own);
    const rule = classScores(engine, without(all, momentsOf(part, C)));
    if (!rule) return undefined;
    const found = scoresOf(engine, rule, part.projections);
    own.forEach((test, i) => scores.data.set(found.data.subarray(i * C, (i + 1) * C), test * C));
  }
  return scores;
}

function selection({ projections, classes, weights }: HeldOutProjections, rows: Int32Array): HeldOutProjections {
  return {
    projections: selectRows(projections, rows),
    classes: Int32Array.from(rows, (row) => classes[row]),
    weights: Float64Array.from(rows, (row) => weights[row]),
  };
}

function without(all: ProjectionMoments, part: ProjectionMoments): ProjectionMoments {
  return {
    mass: minus(all.mass, part.mass),
    sums: { ...all.sums, data: minus(all.sums.data, part.sums.data) },
    squares: { ...all.squares, data: minus(all.squares.data, part.squares.data) },
  };
}

/** A square root of (KHK + rA)⁻¹: the form at q = k(x) − K1/n is ‖spread · k(x) − shift‖². */
export interface ContrastSpread {
  /** n × n. */
  readonly spread: Matrix;
  /** spread · K1/n. */
  readonly shift: Float64Array;
}

/**
 * qᵀ(KHK + rA)⁻¹q as a matrix to be kept. Times σ² it is the posterior variance of f(x) less the mean of f; the labels do
 * not come in. For A = K it lies in the span of the training rows: far away from them it tends to that of their mean.
 * In coordinates φ = Tq it is φᵀ(D + vvᵀ)φ with D = diag 1/(g + r) and v = D√g ρ/√(r ρᵀDρ), and with z = D^−½v
 *
 *     D + vvᵀ = D^½(I + zzᵀ)D^½,   (I + zzᵀ)^½ = I + zzᵀ/(1 + √(1 + zᵀz)).
 */
export function contrastSpread(
  engine: Engine,
  { form, constant, means, toCoordinates }: PenalizedForm,
  r: number,
): ContrastSpread {
  requireRegularization(r);
  const { eigenvalues } = form;
  const T = toCoordinates(engine, identity(means.length));
  const { rows: m, columns: n } = T;
  const S = eigenvalues.reduce((sum, g, j) => sum + constant[j] ** 2 / (g + r), 0);
  const z = eigenvalues.map((g, j) => (Math.sqrt(g / (g + r)) * constant[j]) / Math.sqrt(r * S));
  const length2 = z.reduce((sum, value) => sum + value * value, 0);
  const scaled = matrix(m, n);
  for (let at = 0; at < scaled.data.length; at++) {
    scaled.data[at] = T.data[at] / Math.sqrt(eigenvalues[Math.floor(at / n)] + r);
  }
  const along = multiplyVector(scaled, z, { transpose: true });
  const factor = 1 / (1 + Math.sqrt(1 + length2));
  for (let at = 0; at < scaled.data.length; at++) scaled.data[at] += factor * z[Math.floor(at / n)] * along[at % n];
  return { spread: scaled, shift: multiplyVector(scaled, means) };
}
