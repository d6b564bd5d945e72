import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../../src/engine/matrix.ts";
import {
  fisherTargets,
  type ExpansionProblem,
  type SolvedExpansion,
} from "../../../../src/models/leastSquares/expansionProblem.ts";
import type { WeightedRegularization } from "../../../../src/models/leastSquares/tuned/averagedEquations.ts";
import { tuneExpansion } from "../../../../src/models/leastSquares/tuned/tuneExpansion.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { readExpansionOptions } from "../../../../src/models/leastSquares/expansionOptions.ts";
import { tunedExpansion } from "../../../../src/models/leastSquares/tuned/tunedExpansion.ts";
import { runSync } from "../../../../src/run/run.ts";
import { directSolution, engine, relativeDifference, rowsOf } from "../problems.ts";

const n = 28;

/** The first two classes are told apart by the first column, the third is what lies far out in the second. */
function problemOf(machines: number, groups?: readonly Int32Array[]): ExpansionProblem {
  const { X, signs, weights } = rowsOf(n, { weighted: true, seed: 4 });
  const far = signs.map((_, i) => (Math.abs(X.data[2 * i + 1]) > 1 ? 1 : -1));
  const all = [signs, far, signs.map((sign) => -sign)].slice(0, machines);
  return { X, signs: all, targets: all.map((machine) => fisherTargets(machine, weights)), weights, groups };
}

function solvedOf(problem: ExpansionProblem): {
  readonly solved: SolvedExpansion;
  readonly regularizations: readonly WeightedRegularization[];
  readonly K: Matrix;
} {
  const settings = readExpansionOptions("orkfd", { columnWeights: "equal" });
  const solved = runSync(tunedExpansion(engine, problem, [0, 1], settings));
  const columnFactors = Float64Array.of(1, 1);
  const options = { penalty: "coefficients", columnFactors, allRows: true, average: true } as const;
  const { regularizations } = runSync(tuneExpansion(engine, problem, options));
  return { solved, regularizations, K: solved.kernel.matrix(engine, problem.X) };
}

/** The output of row j by the average of fits with other weights of the rows. */
function outputWith(
  { problem, regularizations, K }: { problem: ExpansionProblem } & Omit<ReturnType<typeof solvedOf>, "solved">,
  machine: number,
  weights: Float64Array,
  j: number,
): number {
  const targets = problem.targets[machine];
  return regularizations.reduce((sum, { logRegularization, weight }) => {
    const mu = 2 ** logRegularization;
    const { alpha, bias } = directSolution({ columns: K, penalty: identity(n), targets, weights, bias: "free", mu });
    return sum + weight * alpha.reduce((output, value, k) => output + value * K.data[j * n + k], bias);
  }, 0);
}

const without = (weights: Float64Array, row: number): Float64Array =>
  weights.map((weight, i) => (i === row ? weight - Math.min(1, weight) : weight));

describe.each([1, 3])("an average of regularizations, %d machines", (machines) => {
  const problem = problemOf(machines);
  const parts = { problem, ...solvedOf(problem) };
  const { solved, regularizations } = parts;

  test("is of several, in all rows", () => {
    expect(regularizations.length).toBeGreaterThan(3);
    expect(solved.rows.rows).toBe(n);
  });

  test("leaves a row out as fits without it do, at the same kernel, basis, regularizations and shares", () => {
    problem.targets.forEach((targets, m) => {
      const expected = targets.map((target, i) => target - outputWith(parts, m, without(problem.weights, i), i));
      expect(relativeDifference(solved.residuals[m], expected)).toBeLessThan(1e-9);
    });
  });

  test("leaves two rows out as fits without them do", () => {
    for (let m = 0; m < machines; m++) {
      const { outputs } = solved.outputsWithout(m)(6);
      const left = without(problem.weights, 6);
      const others = Array.from({ length: n }, (_, j) => j).filter((j) => j !== 6);
      const expected = others.map((j) => outputWith(parts, m, without(left, j), j));
      expect(
        relativeDifference(
          others.map((j) => outputs[j]),
          expected,
        ),
      ).toBeLessThan(1e-9);
    }
  });

  test("has other targets left out in the same way", () => {
    const others = problem.targets.map((targets) => targets.map((target, i) => target + Math.sin(i)));
    solved.residualsOf(others).forEach((residuals, m) => {
      const moved = { ...parts, problem: { ...problem, targets: others } };
      const expected = others[m].map((target, i) => target - outputWith(moved, m, without(problem.weights, i), i));
      expect(relativeDifference(residuals, expected)).toBeLessThan(1e-9);
    });
  });
});

test("an average leaves groups of rows out as fits without them do", () => {
  const groups = [0, 1, 2, 3, 4, 5, 6].map((g) => Int32Array.of(g, g + 7, g + 14, g + 21));
  const problem = problemOf(1, groups);
  const parts = { problem, ...solvedOf(problem) };
  for (const rows of groups) {
    const left = problem.weights.map((weight, i) => (rows.includes(i) ? 0 : weight));
    for (const row of rows) {
      const expected = problem.targets[0][row] - outputWith(parts, 0, left, row);
      expect(parts.solved.residuals[0][row]).toBeCloseTo(expected, 8);
    }
  }
});
