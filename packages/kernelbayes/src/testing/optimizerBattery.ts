import { NumericalError } from "../errors.ts";
import type { Objective, Optimum } from "../optimize/optimizer.ts";
import type { Progress, Work } from "../run/work.ts";
import { check, ensure, errorOf, type Check } from "./check.ts";
import {
  boundedProblems,
  curve,
  type OptimizerProblem,
  restingProblems,
  roughProblems,
  smoothProblems,
} from "./optimizerProblems.ts";

/** An optimizer as the battery sees it. */
export interface OptimizerMember {
  readonly name: string;
  /** Whether it can only search one coordinate. */
  readonly onlyOneCoordinate?: boolean;
  readonly takesBounds: boolean;
  /** Whether it needs a finite value at the start. */
  readonly usesGradient: boolean;
  /** How close it comes to the minimum of a smooth problem, in the value. */
  readonly valueTolerance?: number;
  minimize(problem: OptimizerProblem, limits: { maxEvaluations: number; maxIterations: number }): Work<Optimum>;
}

interface Run {
  readonly optimum: Optimum;
  readonly reports: readonly Progress[];
  readonly visited: readonly Float64Array[];
  readonly firstValue: number;
}

const generous = { maxEvaluations: 5000, maxIterations: 5000 };

/** What every optimizer of this library keeps to, whatever the objective does. */
export function optimizerBattery(member: OptimizerMember): Check[] {
  const fits = ({ start }: OptimizerProblem): boolean => !member.onlyOneCoordinate || start.length === 1;
  const each = (
    problems: readonly OptimizerProblem[],
    sentence: string,
    check: (problem: OptimizerProblem) => void,
  ): Check[] =>
    problems
      .filter(fits)
      .map((problem) => ({ title: `${member.name}: ${problem.title}: ${sentence}`, run: () => check(problem) }));
  const bounded = member.takesBounds ? boundedProblems : [];
  const all = [...smoothProblems, ...bounded, ...roughProblems, ...restingProblems];
  const tolerance = member.valueTolerance ?? 1e-8;

  return [
    ...each([...smoothProblems, ...bounded], "the minimum is found", (problem) => {
      const { optimum } = run(member, problem);
      ensure(optimum.converged, `It did not converge: ${optimum.status}.`);
      near(optimum.value, problem.minimum, tolerance, "value");
      problem.minimizer?.forEach((x, j) => near(optimum.point[j], x, 30 * Math.sqrt(tolerance), `coordinate ${j}`));
    }),
    ...each(bounded, "the coordinates on their bounds are exactly there and are named", (problem) => {
      const { optimum } = run(member, problem);
      const { lower = [], upper = [], minimizer = [] } = problem;
      const expected = minimizer.flatMap((x, j) => (x === lower[j] || x === upper[j] ? [j] : []));
      ensure(String(optimum.atBounds) === String(expected), `Named: ${optimum.atBounds}; expected: ${expected}.`);
      for (const j of expected) near(optimum.point[j], minimizer[j], 0, `coordinate ${j}`);
      if (member.usesGradient) near(optimum.gradientNorm, 0, 1e-5, "projected gradient");
    }),
    ...each(member.takesBounds ? all : [], "no point outside the bounds is asked for", (problem) => {
      const { lower, upper } = problem;
      for (const point of run(member, problem).visited) {
        point.forEach((x, j) => ensure(!(x < (lower?.[j] ?? x)) && !(x > (upper?.[j] ?? x)), `Asked at ${point}.`));
      }
    }),
    ...each(restingProblems, "the search ends where it started", (problem) => {
      const { optimum, firstValue } = run(member, problem);
      ensure(optimum.converged, `It did not converge: ${optimum.status}.`);
      ensure(optimum.value <= firstValue, `The value rose from ${firstValue} to ${optimum.value}.`);
      near(optimum.value, problem.minimum, 1e-12, "value");
    }),
    ...each(all, "the result is the best point met, and the accounts agree with the calls", (problem) => {
      for (const limits of [generous, { maxEvaluations: 30, maxIterations: 7 }]) {
        const { optimum, visited, firstValue } = run(member, problem, limits);
        ensure(optimum.evaluations === visited.length, `${visited.length} calls, but ${optimum.evaluations} counted.`);
        ensure(optimum.iterations <= limits.maxIterations, `${optimum.iterations} iterations.`);
        ensure(optimum.value <= firstValue, `The value rose from ${firstValue} to ${optimum.value}.`);
        const lowest = Math.min(...visited.map((point) => finite(problem.objective, point, member.usesGradient)));
        near(optimum.value, lowest, 0, "value");
        near(problem.objective(optimum.point).value, lowest, 0, "value at the point");
        ensure(optimum.status.length > 0, "The status has no words.");
      }
    }),
    ...each(all, "the cap on evaluations holds, whatever it is", (problem) => {
      for (let maxEvaluations = 1; maxEvaluations <= 40; maxEvaluations++) {
        const { optimum, visited } = run(member, problem, { maxEvaluations, maxIterations: 5000 });
        ensure(visited.length <= maxEvaluations, `${visited.length} calls under a cap of ${maxEvaluations}.`);
        const words = `stopped after ${maxEvaluations} evaluation`;
        ensure(
          optimum.converged || visited.length < maxEvaluations || optimum.status.startsWith(words),
          `The cap of ${maxEvaluations} ended the search, but the status is: ${optimum.status}.`,
        );
      }
    }),
    ...each(all, "progress never falls, stays within its bound and ends there", (problem) => {
      for (const limits of [generous, { maxEvaluations: 25, maxIterations: 5000 }]) {
        const { reports, optimum } = run(member, problem, limits);
        ensure(reports.length > 0, "There was no progress report.");
        reports.forEach(({ step, of, objective = Infinity }, k) => {
          const before = reports[k - 1] ?? { step: 0, objective: Infinity };
          ensure(of === limits.maxIterations && step <= of, `Step ${step} of ${of}.`);
          ensure(step >= before.step, `Step ${step} came after ${before.step}.`);
          ensure(objective <= (before.objective ?? Infinity), `The best value rose to ${objective}.`);
        });
        const last = reports[reports.length - 1];
        ensure(last.step === last.of && last.objective === optimum.value, `It ended at ${last.step} of ${last.of}.`);
      }
    }),
    ...each(all, "the trace has one entry an iteration and never rises", (problem) => {
      const { optimum } = run(member, problem);
      ensure(optimum.trace.length === optimum.iterations, `${optimum.trace.length} for ${optimum.iterations}.`);
      optimum.trace.forEach(({ value, evaluations }, k) => {
        const before = optimum.trace[k - 1] ?? { value: Infinity, evaluations: 0 };
        ensure(value <= before.value, `The value rose from ${before.value} to ${value}.`);
        ensure(evaluations >= before.evaluations && evaluations <= optimum.evaluations, `${evaluations} evaluations.`);
      });
    }),
    ...each(all, "equal searches give equal results, and an objective may reuse or spoil its arrays", (problem) => {
      const buffer = new Float64Array(problem.start.length);
      const objective: Objective = (point) => {
        const { value, gradient } = problem.objective(point);
        buffer.set(gradient);
        point.fill(NaN);
        return { value, gradient: buffer };
      };
      const a = run(member, problem).optimum;
      const b = run(member, { ...problem, objective: (point) => objective(point) }).optimum;
      ensure(String(a.point) === String(b.point) && a.status === b.status, `${a.point} and ${b.point}.`);
      ensure(a.evaluations === b.evaluations, `${a.evaluations} and ${b.evaluations} evaluations.`);
    }),
    check(`${member.name}: an objective without any finite value is a NumericalError that says so`, () => {
      const none = { start: [1], lower: [-2], upper: [2], minimum: NaN };
      const nowhere = curve(
        "nowhere",
        () => NaN,
        () => 1,
        () => 1,
        none,
      );
      ensureNoFiniteValue(() => run(member, nowhere), "");
      const failing: Objective = () => {
        throw new NumericalError("singular", "The matrix is singular.");
      };
      ensureNoFiniteValue(() => run(member, { ...nowhere, objective: failing }), "The matrix is singular.");
    }),
    check(`${member.name}: an error that is not numerical ends the search`, () => {
      const objective: Objective = () => {
        throw new TypeError("a mistake in the program");
      };
      const caught = errorOf(() => run(member, { ...smoothProblems[0], objective }));
      ensure(caught instanceof TypeError, `Caught: ${String(caught)}.`);
    }),
  ];
}

function run(member: OptimizerMember, problem: OptimizerProblem, limits: typeof generous = generous): Run {
  const visited: Float64Array[] = [];
  let firstValue = NaN;
  const objective: Objective = (point) => {
    visited.push(point.slice());
    const result = problem.objective(point);
    if (visited.length === 1) firstValue = result.value;
    return result;
  };
  const work = member.minimize({ ...problem, objective }, limits);
  const reports: Progress[] = [];
  for (let next = work.next(); ; next = work.next()) {
    if (next.done) return { optimum: next.value, reports, visited, firstValue };
    ensure(next.value.kind !== "parallel", "An optimizer must not ask for parallel work.");
    if (next.value.kind === "progress") reports.push(next.value);
  }
}

/** The value as an optimizer must see it: rejected values, and with gradients rejected gradients, are +∞. */
function finite(objective: Objective, point: Float64Array, usesGradient: boolean): number {
  const { value, gradient } = objective(point);
  return Number.isFinite(value) && (!usesGradient || gradient.every(Number.isFinite)) ? value : Infinity;
}

function near(actual: number, expected: number, tolerance: number, what: string): void {
  ensure(Math.abs(actual - expected) <= tolerance, `The ${what} is ${actual}; expected ${expected} ± ${tolerance}.`);
}

function ensureNoFiniteValue(search: () => unknown, words: string): void {
  const error = errorOf(search);
  ensure(error instanceof NumericalError && error.code === "no-finite-value", `Thrown: ${String(error)}.`);
  ensure(error.message.endsWith(words), `The message is: ${error.message}`);
}
