import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot } from "../../../matrix/dot.ts";
import { room, type Room } from "../../../matrix/room.ts";
import type { Objective } from "../../../optimize/optimizer.ts";
import { leftDenominator } from "../canonical/leaveOneOutAt.ts";
import { scaledInPlace } from "../expansion/scaledFeatures.ts";
import { curveProblem, searchCurve, type CurveProblem } from "../../../calibration/searchCurve.ts";
import { shapedKernel, type KernelShape } from "./kernelFeatures.ts";
import { remaindersOf } from "./normalEquations.ts";
import type { TuningProblem } from "../expansionProblem.ts";
import { numbered } from "../../../rows/labelledRows.ts";

/** A ridge that keeps the kernel of the basis from being singular. */
const ridge = 1e-8;

/**
 * The objective of the weights, a function of (log vⱼ, log μ) for k = exp(−Σ vⱼ dⱼ²) or exp(−Σ vⱼ |dⱼ|): mean log loss of the calibrated
 * leave-one-out outputs of the sparse machine on the first `size` rows, plus ½ Σ (log vⱼ − mean)²/n. The curves are at
 * their optimum, so that their parameters count as constants in the gradient.
 *
 * With Φ̃ the scaled and centered columns, A = Φ̃ᵀΦ̃ + μK, S₁ = Φ̃A⁻¹, α = S₁ᵀt̃, N = t̃ − Φ̃α, D = 1 − w/W − diag(S₁Φ̃ᵀ),
 * and the derivatives u of the loss in N and ν in D: q = S₁ᵀu, S = S₁ᵀ diag(ν) S₁,
 *
 *     ∂/∂Φ̃ = −(u − Φ̃q)αᵀ − N qᵀ − 2 diag(ν) S₁ + 2 Φ̃S,   ∂/∂K = μ (½(qαᵀ + αqᵀ) + S).
 */
export function relevanceObjective(
  engine: Engine,
  { X, signs, weights }: TuningProblem,
  groups: readonly number[],
  size: number,
  shape: KernelShape = "gaussian",
): Objective {
  const { columns: p } = X;
  const rootWeights = weights.map(Math.sqrt);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const relevance: Relevance = {
    X,
    basis: matrix(size, p, X.data.slice(0, size * p)),
    shape,
    index: numbered(groups),
    groupCount: new Set(groups).size,
    rootWeights,
    total,
    curves: signs.map((machine) => curveProblem(machine, weights)),
    targets: signs.map((machine) => {
      const mean = machine.reduce((sum, sign, i) => sum + weights[i] * sign, 0) / total;
      return machine.map((sign, i) => rootWeights[i] * (sign - mean));
    }),
    rooms: { columns: room(), centered: room(), half: room(), S1: room(), G: room(), mixed: room() },
  };
  return (point) => sampleAt(engine, relevance, point);
}

/** What the objective is made of, whatever the weights. */
interface Relevance {
  readonly X: Matrix;
  readonly basis: Matrix;
  readonly shape: KernelShape;
  /** The group of each column, and how many there are. */
  readonly index: Int32Array;
  readonly groupCount: number;
  readonly rootWeights: Float64Array;
  readonly total: number;
  readonly curves: readonly CurveProblem[];
  /** t̃ of each machine. */
  readonly targets: readonly Float64Array[];
  /** What is as large as the columns is made in the same places at every point. */
  readonly rooms: Readonly<Record<"columns" | "centered" | "half" | "S1" | "G" | "mixed", Room>>;
}

function sampleAt(engine: Engine, relevance: Relevance, point: Float64Array): ReturnType<Objective> {
  const { X, basis, shape, index, groupCount, rootWeights, total, rooms } = relevance;
  const { rows: n, columns: p } = X;
  const { rows: size } = basis;
  const v = Float64Array.from(index, (group) => Math.exp(point[group]));
  const mu = Math.exp(point[groupCount]);
  const columns = shapedKernel(
    shape,
    0,
    v.map((value) => p * value),
  ).cross(engine, X, basis, { into: rooms.columns(n, size) });
  const K = matrix(size, size, columns.data.slice(0, size * size));
  for (let a = 0; a < size; a++) K.data[a * size + a] += ridge;
  const centered = rooms.centered(n, size);
  centered.data.set(columns.data);
  scaledInPlace(centered, rootWeights, "free");
  const A = engine.symmetricProduct(centered, { transpose: true });
  addScaled(A.data, mu, K.data);
  const factor = engine.cholesky(A);
  if (!factor.ok) return { value: Infinity, gradient: new Float64Array(groupCount + 1) };
  const into = rooms.half(n, size);
  const half = engine.solveTriangular(factor.factor, centered, { side: "right", transpose: true, into });
  const S1 = engine.solveTriangular(factor.factor, half, { side: "right", into: rooms.S1(n, size) });
  const D = remaindersOf(half, rootWeights, total);
  const { loss, nu, left, right, ofKernel } = slopesOfMachines(engine, relevance, centered, S1, D, mu);
  // By now nobody needs what was half solved, and soon not S₁.
  const weighted = scaledRows(S1, nu, half);
  const S = engine.multiply(S1, weighted, { transposeA: true });
  const G = engine.multiply(centered, S, { into: rooms.G(n, size) });
  addScaled(G.data, -1, weighted.data);
  addScaled(G.data, -0.5, engine.multiply(left, right, { into: S1 }).data);
  addScaled(ofKernel.data, mu, S.data);

  const gradient = new Float64Array(groupCount + 1);
  gradient[groupCount] = dot(ofKernel.data, K.data);
  const omega = omegaOf(G, 2, ofKernel, columns, rootWeights, total);
  const byColumn =
    shape === "l1" ? absoluteGradient(X, basis, omega) : columnGradient(engine, X, basis, omega, rooms.mixed);
  byColumn.forEach((value, j) => (gradient[index[j]] -= v[j] * value));
  return withPrior(loss, gradient, point.subarray(0, groupCount), total);
}

interface MachineSlopes {
  readonly loss: number;
  /** ν, of all machines together. */
  readonly nu: Float64Array;
  /** Minus the part of ∂/∂Φ̃ that is of low rank, as the product of these. */
  readonly left: Matrix;
  readonly right: Matrix;
  /** The part of ∂/∂K that is of low rank. */
  readonly ofKernel: Matrix;
}

/** The losses of the machines, and their derivatives but for what is made of ν. */
function slopesOfMachines(
  engine: Engine,
  { targets, curves, rootWeights, total }: Relevance,
  centered: Matrix,
  S1: Matrix,
  D: Float64Array,
  mu: number,
): MachineSlopes {
  const { rows: n, columns: size } = S1;
  let loss = 0;
  const nu = new Float64Array(n);
  const left = matrix(n, 2 * targets.length);
  const right = matrix(2 * targets.length, size);
  const ofKernel = matrix(size, size);
  for (const [machine, t] of targets.entries()) {
    const alpha = engine.multiply(S1, matrix(n, 1, t), { transposeA: true });
    const fitted = engine.multiply(centered, alpha).data;
    const problem = { curve: curves[machine], rootWeights, total };
    const { N, u, loss: own } = slopesOfLoss(problem, t, fitted, D, nu);
    loss += own;
    const q = engine.multiply(S1, matrix(n, 1, u), { transposeA: true });
    const along = engine.multiply(centered, q).data;
    addToColumn(left, 2 * machine, 1, u);
    addToColumn(left, 2 * machine, -1, along);
    addToColumn(left, 2 * machine + 1, 1, N);
    right.data.set(alpha.data, 2 * machine * size);
    right.data.set(q.data, (2 * machine + 1) * size);
    addOuter(ofKernel, mu / 2, q.data, alpha.data);
  }
  return { loss, nu, left, right, ofKernel };
}

/** The sample with the prior that the logarithms of the weights are alike. */
function withPrior(loss: number, gradient: Float64Array, logs: Float64Array, total: number): ReturnType<Objective> {
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  let value = loss;
  logs.forEach((log, group) => {
    value += (0.5 * (log - mean) ** 2) / total;
    gradient[group] += (log - mean) / total;
  });
  return { value, gradient };
}

/**
 * The loss of one machine, its residuals N, and its derivatives u in them; those in D are added to ν. (A function of its own, as those
 * below, which is compiled once for all fits.)
 */
function slopesOfLoss(
  {
    curve,
    rootWeights,
    total,
  }: { readonly curve: CurveProblem; readonly rootWeights: Float64Array; readonly total: number },
  t: Float64Array,
  fitted: Float64Array,
  D: Float64Array,
  nu: Float64Array,
): { readonly N: Float64Array; readonly u: Float64Array; readonly loss: number } {
  const { signs, weights } = curve;
  const n = t.length;
  const N = new Float64Array(n);
  const outputs = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    N[i] = t[i] - fitted[i];
    outputs[i] = signs[i] - N[i] / leftDenominator(D[i], rootWeights[i]);
  }
  const { slope, offset, loss } = searchCurve(curve, outputs, 1e-13);
  const u = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const target = signs[i] > 0 ? curve.positive : curve.negative;
    const probability = 1 / (1 + Math.exp(-(slope * outputs[i] + offset)));
    const denominator = leftDenominator(D[i], rootWeights[i]);
    u[i] = (-slope * weights[i] * (probability - target)) / total / denominator;
    nu[i] -= (u[i] * (N[i] / denominator) * Math.min(1, weights[i])) / rootWeights[i];
  }
  return { N, u, loss };
}

function addToColumn({ data, columns }: Matrix, j: number, factor: number, values: Float64Array): void {
  for (let i = 0, at = j; i < values.length; i++, at += columns) data[at] += factor * values[i];
}

/** Adds factor · (a bᵀ + b aᵀ) to a symmetric matrix. */
function addOuter({ data, rows }: Matrix, factor: number, a: Float64Array, b: Float64Array): void {
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++, at++) data[at] += factor * (a[i] * b[j] + b[i] * a[j]);
  }
}

/** Adds factor · b to a. */
function addScaled(a: Float64Array, factor: number, b: Float64Array): void {
  for (let at = 0; at < a.length; at++) a[at] += factor * b[at];
}

/** Each row times its factor. */
function scaledRows({ data, rows, columns: m }: Matrix, factors: Float64Array, into: Matrix): Matrix {
  const scaled = into.data;
  for (let i = 0, at = 0; i < rows; i++) {
    const factor = factors[i];
    for (const end = at + m; at < end; at++) scaled[at] = factor * data[at];
  }
  return into;
}

/** Ω: the derivative of the objective in each entry of Φ times the entry, from those in Φ̃ (factor · G) and in K, in the place of G. */
function omegaOf(
  { data: G, rows: n, columns: m }: Matrix,
  factor: number,
  { data: ofKernel }: Matrix,
  { data: columns }: Matrix,
  rootWeights: Float64Array,
  total: number,
): Matrix {
  const sums = new Float64Array(m);
  for (let i = 0; i < n; i++) {
    const root = rootWeights[i];
    for (let a = 0, at = i * m; a < m; a++, at++) sums[a] += root * G[at];
  }
  for (let i = 0; i < n; i++) {
    const own = factor * rootWeights[i];
    const shared = (own * rootWeights[i]) / total;
    for (let a = 0, at = i * m; a < m; a++, at++) G[at] = (own * G[at] - shared * sums[a]) * columns[at];
  }
  for (let at = 0; at < m * m; at++) G[at] += ofKernel[at] * columns[at];
  return matrix(n, m, G);
}

/** Σ_ia Ω_ia (x_ij − z_aj)² for each column j. */
function columnGradient(engine: Engine, X: Matrix, basis: Matrix, omega: Matrix, roomOfMixed: Room): Float64Array {
  const { rows: n, columns: p } = X;
  const m = basis.rows;
  const { data: mixed } = engine.multiply(omega, basis, { into: roomOfMixed(n, p) });
  const entries = omega.data;
  const rowSums = new Float64Array(n);
  const columnSums = new Float64Array(m);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let a = 0, at = i * m; a < m; a++, at++) {
      sum += entries[at];
      columnSums[a] += entries[at];
    }
    rowSums[i] = sum;
  }
  const result = new Float64Array(p);
  const rows = X.data;
  for (let i = 0; i < n; i++) {
    const sum = rowSums[i];
    for (let j = 0, at = i * p; j < p; j++, at++) result[j] += rows[at] * (rows[at] * sum - 2 * mixed[at]);
  }
  for (let a = 0; a < m; a++) {
    for (let j = 0; j < p; j++) result[j] += basis.data[a * p + j] ** 2 * columnSums[a];
  }
  return result;
}

/** Σ_ia Ω_ia |x_ij − z_aj| for each column j. */
function absoluteGradient({ data: x, rows: n, columns: p }: Matrix, basis: Matrix, omega: Matrix): Float64Array {
  const { data: z, rows: m } = basis;
  const result = new Float64Array(p);
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < m; a++) {
      const factor = omega.data[i * m + a];
      for (let j = 0, at = i * p, of = a * p; j < p; j++, at++, of++) result[j] += factor * Math.abs(x[at] - z[of]);
    }
  }
  return result;
}
