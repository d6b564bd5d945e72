import type { Objective } from "../../src/optimize/optimizer.ts";
import { quadratic, rosenbrock } from "../../src/testing/optimizerProblems.ts";
import stored from "../fixtures/optimize/optima.json" with { type: "json" };

/** A problem of optima.json; a bound of null is infinite. */
export interface StoredOptimum {
  readonly name: string;
  readonly start: number[];
  readonly lower: (number | null)[];
  readonly upper: (number | null)[];
  readonly value: number;
  readonly point: number[];
}

interface Fixture {
  readonly bounded: StoredOptimum[];
  readonly simplex: StoredOptimum[];
  readonly curves: { name: string; lower: number; upper: number; value: number; point: number }[];
  readonly scaledConjugateGradients: { name: string; start: number[]; values: number[] }[];
}

export const fixture: Fixture = stored;

export const lowerOf = ({ lower }: StoredOptimum): number[] => lower.map((bound) => bound ?? -Infinity);
export const upperOf = ({ upper }: StoredOptimum): number[] => upper.map((bound) => bound ?? Infinity);

const beale: Objective = ([a, b]) => {
  const t = [1.5 - a * (1 - b), 2.25 - a * (1 - b ** 2), 2.625 - a * (1 - b ** 3)];
  const byA = [b - 1, b ** 2 - 1, b ** 3 - 1];
  const byB = [a, 2 * a * b, 3 * a * b ** 2];
  const sum = (other: number[]): number => t.reduce((total, entry, i) => total + entry * other[i], 0);
  return { value: sum(t), gradient: Float64Array.of(2 * sum(byA), 2 * sum(byB)) };
};

const powell: Objective = ([a, b, c, d]) => {
  const t = [a + 10 * b, c - d, b - 2 * c, a - d];
  return {
    value: t[0] ** 2 + 5 * t[1] ** 2 + t[2] ** 4 + 10 * t[3] ** 4,
    gradient: Float64Array.of(
      2 * t[0] + 40 * t[3] ** 3,
      20 * t[0] + 4 * t[2] ** 3,
      10 * t[1] - 8 * t[2] ** 3,
      -10 * t[1] - 40 * t[3] ** 3,
    ),
  };
};

const wood: Objective = ([a, b, c, d]) => ({
  value:
    100 * (b - a * a) ** 2 +
    (1 - a) ** 2 +
    90 * (d - c * c) ** 2 +
    (1 - c) ** 2 +
    10 * (b + d - 2) ** 2 +
    0.1 * (b - d) ** 2,
  gradient: Float64Array.of(
    -400 * a * (b - a * a) - 2 * (1 - a),
    200 * (b - a * a) + 20 * (b + d - 2) + 0.2 * (b - d),
    -360 * c * (d - c * c) - 2 * (1 - c),
    180 * (d - c * c) + 20 * (b + d - 2) - 0.2 * (b - d),
  ),
});

const logSum: Objective = (x) => {
  const rows = Array.from({ length: 8 }, (_, i) => [Math.sin(i + 1), Math.cos(2 * (i + 1)), Math.sin(3 * (i + 1))]);
  const u = rows.map((row, i) => row.reduce((sum, a, j) => sum + a * x[j], Math.cos(i + 1)));
  const most = Math.max(...u);
  const w = u.map((entry) => Math.exp(entry - most));
  const total = w.reduce((sum, entry) => sum + entry, 0);
  return {
    value: most + Math.log(total) + 0.005 * x.reduce((sum, entry) => sum + entry * entry, 0),
    gradient: x.map((entry, j) => rows.reduce((sum, row, i) => sum + (row[j] * w[i]) / total, 0.01 * entry)),
  };
};

/** The functions of optima.py by name. */
export const functions: Record<string, Objective> = {
  rosenbrock,
  illConditioned: quadratic([1, 1e2, 1e4, 1e6, 1e8], [1, 2, 3, 4, 5]),
  beale,
  powell,
  wood,
  logSum,
};

export const curves: Record<string, (x: number) => number> = {
  wave: (x) => Math.sin(3 * x) + 0.1 * x * x,
  steep: (x) => Math.exp(x) - 5 * x,
  kink: (x) => Math.abs(x - 0.3) ** 1.5,
  falling: (x) => Math.exp(-x),
};
