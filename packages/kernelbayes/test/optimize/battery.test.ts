import { expect, test } from "vitest";
import * as optimizers from "../../src/optimize/index.ts";
import type { Optimum } from "../../src/optimize/optimizer.ts";
import { runSync } from "../../src/run/run.ts";
import { progress, type Work } from "../../src/run/work.ts";
import type { OptimizerProblem } from "../../src/testing/optimizerProblems.ts";
import { optimizerBattery, type OptimizerMember } from "../../src/testing/optimizerBattery.ts";

const { boundedLbfgs, brent, nelderMead, newtonOneDimension, patternSearch, scaledConjugateGradients } = optimizers;

const boundsOf = ({
  lower = [-100],
  upper = [100],
  start,
}: OptimizerProblem): { lower: number[]; upper: number[] } => ({
  lower: start.map((_, j) => lower[j] ?? -Infinity),
  upper: start.map((_, j) => upper[j] ?? Infinity),
});
const valueOf =
  ({ objective }: OptimizerProblem) =>
  (point: Float64Array): number =>
    objective(point).value;

const members: Record<string, OptimizerMember> = {
  boundedLbfgs: {
    name: "boundedLbfgs",
    takesBounds: true,
    usesGradient: true,
    minimize: (problem, limits) => boundedLbfgs(problem.objective, problem.start, { ...boundsOf(problem), ...limits }),
  },
  scaledConjugateGradients: {
    name: "scaledConjugateGradients",
    takesBounds: false,
    usesGradient: true,
    minimize: (problem, limits) =>
      scaledConjugateGradients(problem.objective, problem.start, {
        pointTolerance: 1e-8,
        valueTolerance: 1e-12,
        ...limits,
      }),
  },
  newtonOneDimension: {
    name: "newtonOneDimension",
    onlyOneCoordinate: true,
    takesBounds: true,
    usesGradient: true,
    minimize: (problem, limits) =>
      newtonOneDimension(
        (x) => {
          const { value, gradient } = problem.objective(Float64Array.of(x));
          return { value, slope: gradient[0], curvature: problem.curvature?.(x) ?? 0 };
        },
        problem.start[0],
        { lower: boundsOf(problem).lower[0], upper: boundsOf(problem).upper[0], ...limits },
      ),
  },
  brent: {
    name: "brent",
    onlyOneCoordinate: true,
    takesBounds: true,
    usesGradient: false,
    minimize: (problem, limits) =>
      brent((x) => valueOf(problem)(Float64Array.of(x)), {
        lower: boundsOf(problem).lower[0],
        upper: boundsOf(problem).upper[0],
        start: problem.start[0],
        ...limits,
      }),
  },
  nelderMead: {
    name: "nelderMead",
    takesBounds: true,
    usesGradient: false,
    minimize: (problem, limits) =>
      nelderMead(valueOf(problem), problem.start, {
        ...boundsOf(problem),
        ...limits,
        pointTolerance: 1e-6,
        valueTolerance: 1e-10,
      }),
  },
  patternSearch: {
    name: "patternSearch",
    takesBounds: true,
    usesGradient: false,
    minimize: (problem, limits) =>
      patternSearch(valueOf(problem), problem.start, { ...boundsOf(problem), ...limits, smallestStep: 1e-7 }),
  },
};

test("every optimizer of the folder is in the battery", () => {
  const notOptimizers = ["attempt", "isFailure", "multiStart"];
  const names = Object.keys(optimizers).filter((name) => !notOptimizers.includes(name));
  expect(Object.keys(members).toSorted()).toEqual(names.toSorted());
});

test.each(Object.values(members).flatMap(optimizerBattery))("$title", ({ run }) => run());

/** Bounded L-BFGS with a fault put in. */
const faulty = (change: (optimum: Optimum, problem: OptimizerProblem) => Optimum): OptimizerMember => ({
  ...members.boundedLbfgs,
  *minimize(problem, limits): Work<Optimum> {
    return change(yield* members.boundedLbfgs.minimize(problem, limits), problem);
  },
});
const asks = (problem: OptimizerProblem, point: number[]): void => void problem.objective(Float64Array.from(point));

const faults: Record<string, OptimizerMember> = {
  "hands back its start": faulty((optimum, { start }) => ({ ...optimum, point: Float64Array.from(start) })),
  "miscounts its evaluations": faulty((optimum) => ({ ...optimum, evaluations: optimum.evaluations + 1 })),
  "exceeds its cap": faulty((optimum, problem) => {
    asks(problem, problem.start as number[]);
    return { ...optimum, evaluations: optimum.evaluations + 1 };
  }),
  "leaves the bounds": faulty((optimum, problem) => {
    asks(
      problem,
      problem.start.map(() => 1e3),
    );
    return optimum;
  }),
  "forgets its bounds": faulty((optimum) => ({ ...optimum, atBounds: [] })),
  "never converges": faulty((optimum) => ({ ...optimum, converged: false })),
  "has a trace that rises": faulty((optimum) => ({ ...optimum, trace: optimum.trace.toReversed() })),
  "stops reporting before the end": {
    ...members.boundedLbfgs,
    *minimize(problem, limits): Work<Optimum> {
      yield progress("minimize", 0, limits.maxIterations);
      return runSync(members.boundedLbfgs.minimize(problem, limits));
    },
  },
};

test.each(Object.keys(faults))("an optimizer that %s does not pass the battery", (fault) => {
  const failed = optimizerBattery(faults[fault]).filter(({ run }) => {
    try {
      void run();
      return false;
    } catch {
      return true;
    }
  });
  expect(failed.length).toBeGreaterThan(0);
});
