import type { Objective } from "../optimize/optimizer.ts";

/** A function to be minimized, with what is known about its minimum. */
export interface OptimizerProblem {
  readonly title: string;
  readonly objective: Objective;
  /** The second derivative, for problems of one coordinate. */
  readonly curvature?: (x: number) => number;
  readonly start: readonly number[];
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
  /** The lowest value that a search from this start is expected to find. */
  readonly minimum: number;
  /** Where it is, if in one place only. */
  readonly minimizer?: readonly number[];
}

/** ½ (x − c)ᵀH(x − c), H with the given eigenvalues in a basis turned by a Householder reflection. */
export function quadratic(eigenvalues: readonly number[], center: readonly number[]): Objective {
  const size = center.length;
  const v = Array.from({ length: size }, (_, j) => 1 + j / size);
  const square = v.reduce((sum, entry) => sum + entry * entry, 0);
  const reflect = (z: readonly number[]): number[] => {
    const factor = (2 * z.reduce((sum, entry, j) => sum + entry * v[j], 0)) / square;
    return z.map((entry, j) => entry - factor * v[j]);
  };
  return (point) => {
    const turned = reflect(Array.from(point, (x, j) => x - center[j]));
    const scaled = turned.map((entry, j) => eigenvalues[j] * entry);
    const value = turned.reduce((sum, entry, j) => sum + 0.5 * entry * scaled[j], 0);
    return { value, gradient: Float64Array.from(reflect(scaled)) };
  };
}

/** Σ 100 (xⱼ₊₁ − xⱼ²)² + (1 − xⱼ)²: a curved valley that falls to 0 at (1, …, 1). */
export const rosenbrock: Objective = (x) => {
  let value = 0;
  const gradient = new Float64Array(x.length);
  for (let j = 0; j + 1 < x.length; j++) {
    const bend = x[j + 1] - x[j] * x[j];
    value += 100 * bend * bend + (1 - x[j]) ** 2;
    gradient[j] -= 400 * x[j] * bend + 2 * (1 - x[j]);
    gradient[j + 1] += 200 * bend;
  }
  return { value, gradient };
};

/** A problem of one coordinate from its value and first two derivatives. */
export function curve(
  title: string,
  f: (x: number) => number,
  slope: (x: number) => number,
  curvature: (x: number) => number,
  rest: Omit<OptimizerProblem, "title" | "objective" | "curvature">,
): OptimizerProblem {
  const objective: Objective = ([x]) => ({ value: f(x), gradient: Float64Array.of(slope(x)) });
  return { title, objective, curvature, ...rest };
}

const parabola = curve(
  "a parabola",
  (x) => 3 * (x - 2) ** 2 - 5,
  (x) => 6 * (x - 2),
  () => 6,
  { start: [-3], lower: [-10], upper: [9], minimum: -5, minimizer: [2] },
);

/** Smooth problems with a single minimum, which every optimizer must find. */
export const smoothProblems: readonly OptimizerProblem[] = [
  parabola,
  curve(
    "a quartic that is concave at the start",
    (x) => x ** 4 - 3 * x ** 2 + x,
    (x) => 4 * x ** 3 - 6 * x + 1,
    (x) => 12 * x ** 2 - 6,
    { start: [-0.5], lower: [-4], upper: [0], minimum: -3.513905038934788, minimizer: [-1.3008395659415772] },
  ),
  curve(
    "a valley with exponential walls",
    (x) => Math.cosh(x - 1),
    (x) => Math.sinh(x - 1),
    (x) => Math.cosh(x - 1),
    { start: [12], lower: [-20], upper: [15], minimum: 1, minimizer: [1] },
  ),
  {
    title: "a well conditioned quadratic",
    objective: quadratic([1, 2, 5], [1, -2, 0.5]),
    start: [4, 4, 4],
    minimum: 0,
    minimizer: [1, -2, 0.5],
  },
  {
    title: "the valley of Rosenbrock in 2 dimensions",
    objective: rosenbrock,
    start: [-1.2, 1],
    minimum: 0,
    minimizer: [1, 1],
  },
];

/** Problems whose minimum lies on bounds, the other coordinates being free. */
export const boundedProblems: readonly OptimizerProblem[] = [
  curve(
    "a parabola cut off on its slope",
    (x) => (x + 4) ** 2,
    (x) => 2 * (x + 4),
    () => 2,
    { start: [6], lower: [1], upper: [8], minimum: 25, minimizer: [1] },
  ),
  curve(
    "a falling line",
    (x) => -x,
    () => -1,
    () => 0,
    { start: [0], lower: [-3], upper: [3], minimum: -3, minimizer: [3] },
  ),
  {
    title: "a quadratic with its minimum in a corner",
    objective: quadratic([1, 1, 1], [5, -5, 5]),
    start: [0.5, 0.5, 0.5],
    lower: [0, 0, 0],
    upper: [1, 1, 1],
    minimum: 0.5 * (16 + 25 + 16),
    minimizer: [1, 0, 1],
  },
  {
    title: "a quadratic with its minimum on a face and a start outside",
    objective: quadratic([1, 1], [3, 0.25]),
    start: [-9, 9],
    lower: [-1, -1],
    upper: [2, 1],
    minimum: 0.5,
    minimizer: [2, 0.25],
  },
];

const staircase = (x: number): number => Math.abs(x) + Math.floor(2 * Math.abs(x));

/** Problems that break the assumptions of the methods. No optimizer must solve them; all must end well. */
export const roughProblems: readonly OptimizerProblem[] = [
  curve(
    "a staircase",
    staircase,
    (x) => Math.sign(x),
    () => 0,
    { start: [3.3], lower: [-5], upper: [5], minimum: 0 },
  ),
  curve(
    "a parabola that jumps up before its minimum",
    (x) => (x - 1) ** 2 + (x < 1.5 ? 2 : 0),
    (x) => 2 * (x - 1),
    () => 2,
    { start: [4], lower: [-5], upper: [5], minimum: 0.25 },
  ),
  curve(
    "a logarithm that ends where it is lowest",
    (x) => x - Math.log(x),
    (x) => 1 - 1 / x,
    (x) => 1 / x ** 2,
    { start: [8], lower: [-10], upper: [10], minimum: 1 },
  ),
  curve(
    "a parabola with a gap of infinite values",
    (x) => (x > 1 && x < 2 ? Infinity : x * x),
    (x) => 2 * x,
    () => 2,
    { start: [3], lower: [-5], upper: [5], minimum: 0 },
  ),
  curve(
    "a valley whose gradient is lost on its steep side",
    (x) => Math.exp(x - 1) - x,
    (x) => (x > 1.5 ? NaN : Math.exp(x - 1) - 1),
    (x) => Math.exp(x - 1),
    { start: [-8], lower: [-10], upper: [10], minimum: 0 },
  ),
  {
    title: "two dimensions with steps across the valley",
    objective: (x) => {
      const { value, gradient } = rosenbrock(x);
      return { value: value + Math.floor(3 * Math.abs(x[0])), gradient };
    },
    start: [-1.2, 1],
    lower: [-2, -2],
    upper: [2, 2],
    minimum: 0,
  },
  {
    title: "two dimensions, not finite beyond a circle",
    objective: (x) => {
      const { value, gradient } = rosenbrock(x);
      return { value: Math.hypot(x[0], x[1]) > 2 ? NaN : value, gradient };
    },
    start: [-1.2, 1],
    lower: [-3, -3],
    upper: [3, 3],
    minimum: 0,
  },
];

/** Problems at whose start there is nothing to gain. */
export const restingProblems: readonly OptimizerProblem[] = [
  { ...parabola, title: "a parabola, from its minimum", start: [2] },
  curve(
    "a flat line",
    () => 7,
    () => 0,
    () => 0,
    { start: [1], lower: [-2], upper: [3], minimum: 7 },
  ),
  {
    title: "a flat plane",
    objective: (x) => ({ value: -1, gradient: new Float64Array(x.length) }),
    start: [1, 2],
    lower: [-5, -5],
    upper: [5, 5],
    minimum: -1,
  },
  {
    title: "a quadratic, from its minimum",
    objective: quadratic([1, 2], [0.5, -0.5]),
    start: [0.5, -0.5],
    minimum: 0,
    minimizer: [0.5, -0.5],
  },
];
