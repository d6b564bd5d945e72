import { expect, test } from "vitest";
import { clip } from "../../src/optimize/box.ts";
import { cauchyPoint } from "../../src/optimize/cauchyPoint.ts";
import { smallSolver } from "../../src/optimize/smallSolver.ts";
import { type ModelProblem, modelProblem, modelValue } from "./quasiNewtonModel.ts";

const pointOf = (problem: ModelProblem): ReturnType<typeof cauchyPoint> => {
  const { memory, x, gradient, box } = problem;
  const solve = smallSolver(memory.middle(), memory.width);
  if (solve === undefined) throw new Error("The middle matrix is singular.");
  return cauchyPoint(x, gradient, box, memory, solve);
};

/** The first local minimum of the model along P(x − tg), by walking the path in small steps. */
function walk(problem: ModelProblem): { value: number; time: number } {
  const at = (t: number): number =>
    modelValue(
      problem,
      clip(
        problem.x.map((entry, j) => entry - t * problem.gradient[j]),
        problem.box,
      ),
    );
  const width = 1e-4;
  let time = 0;
  while (time < 20 && at(time + width) < at(time)) time += width;
  return { value: at(time), time };
}

test("it is the first minimum of the model along the projected gradient", () => {
  for (let seed = 0; seed < 40; seed++) {
    const problem = modelProblem(seed, 6, seed % 7, seed % 2 === 0 ? 0.5 : 5);
    const { point } = pointOf(problem);
    const walked = walk(problem);
    expect(Math.abs(modelValue(problem, point) - walked.value)).toBeLessThan(
      1e-4 * Math.max(1, Math.abs(walked.value)),
    );
    expect(modelValue(problem, point)).toBeLessThanOrEqual(0);
  }
});

test("c is Wᵀ times the move", () => {
  for (let seed = 0; seed < 40; seed++) {
    const problem = modelProblem(seed, 6, 4);
    const { point, c } = pointOf(problem);
    const expected = problem.memory.project(point.map((entry, j) => entry - problem.x[j]));
    expected.forEach((entry, a) => expect(Math.abs(entry - c[a])).toBeLessThan(1e-10 * Math.max(1, Math.abs(entry))));
  }
});

test("every coordinate on the path to a bound ends on it when all bounds are near", () => {
  const { memory, x, gradient } = modelProblem(1, 4, 0);
  const box = { lower: x.map((entry) => entry - 1e-6), upper: x.map((entry) => entry + 1e-6) };
  const corner = x.map((_, j) => (gradient[j] < 0 ? box.upper[j] : box.lower[j]));
  expect(pointOf({ memory, x, gradient, box, B: [] }).point).toEqual(corner);
});

test("a coordinate without gradient stays where it is, and a zero gradient moves nothing", () => {
  const problem = modelProblem(5, 4, 3);
  expect(pointOf({ ...problem, gradient: problem.gradient.with(1, 0) }).point[1]).toBe(problem.x[1]);
  expect(pointOf({ ...problem, gradient: new Float64Array(4) }).point).toEqual(problem.x);
});
