import { expect, test } from "vitest";
import { InputError, NumericalError } from "../../src/errors.ts";
import { boundedLbfgs } from "../../src/optimize/boundedLbfgs.ts";
import { attempt, isFailure, multiStart } from "../../src/optimize/multiStart.ts";
import type { Objective, Optimum } from "../../src/optimize/optimizer.ts";
import { run, runSync } from "../../src/run/run.ts";
import { serialExecutor } from "../../src/run/executor.ts";
import { progress, type Work } from "../../src/run/work.ts";

/** Valleys at 0 (depth 1) and 10 (depth 2); no finite value below −5. */
const objective: Objective = ([x]) => ({
  value: x < -5 ? NaN : -Math.exp(-x * x) - 2 * Math.exp(-((x - 10) ** 2)),
  gradient: Float64Array.of(2 * x * Math.exp(-x * x) + 4 * (x - 10) * Math.exp(-((x - 10) ** 2))),
});
const tasks = { search: (start: number) => attempt(boundedLbfgs(objective, [start])) };
const search = (starts: number[]) => runSync(multiStart<number>("search", starts), { tasks });

test("the lowest optimum wins, and each start is reported in its place", () => {
  const { best, optima } = search([0.5, 9.5, -7]);
  expect(best).toBe(1);
  expect((optima[0] as Optimum).value).toBeCloseTo(-1, 9);
  expect((optima[1] as Optimum).value).toBeCloseTo(-2, 9);
  expect(optima[2]).toMatchObject({ failed: true, code: "no-finite-value" });
});

test("of equal optima the first wins", () => {
  expect(search([-9, 9.5, 9.5]).best).toBe(1);
});

test("the result does not depend on the executor", async () => {
  const executor = serialExecutor(tasks);
  const starts = [0.5, -7, 9.5];
  expect(await run(multiStart<number>("search", starts), { executor })).toEqual(search(starts));
});

test("a search that ends at a value that is not finite has failed", () => {
  const spoil = { search: (value: number): Work<unknown> => returning({ value }) };
  const { best, optima } = runSync(multiStart<number>("search", [NaN, -Infinity, 3]), { tasks: spoil });
  expect(best).toBe(2);
  expect(optima.map(isFailure)).toEqual([true, true, false]);
  expect(optima[1]).toMatchObject({ code: "value-not-finite" });
});

test("when all starts fail it is a numerical error that quotes the first", () => {
  expect(() => search([-7, -8])).toThrow(NumericalError);
  expect(() => search([-7, -8])).toThrow("None of 2 starts succeeded. The first: The objective had no finite value");
});

test("no starts at all is a mistake", () => {
  expect(() => search([])).toThrow(InputError);
});

test("an error that is not numerical is not taken for a failed start", () => {
  const broken: Objective = () => {
    throw new TypeError("a mistake in the program");
  };
  expect(() => runSync(attempt(boundedLbfgs(broken, [0])))).toThrow(TypeError);
});

function* returning<Result>(result: Result): Work<Result> {
  yield progress("search", 1, 1);
  return result;
}
