import { InputError, NumericalError } from "../errors.ts";
import { runSync } from "../run/run.ts";
import { searching } from "../run/share.ts";
import { finished, progress, type Progress, type Work } from "../run/work.ts";
import { type Box, coordinatesAtBounds, projectedNorm } from "./box.ts";
import type { LimitOptions, Objective, Optimum, TraceEntry, ValueObjective } from "./optimizer.ts";

/** A search by gradients mostly converges in about so many iterations. */
const typicalIterations = 20;

/** A point that was tried. A rejected one has the value +∞. */
export interface Sample {
  readonly point: Float64Array;
  readonly value: number;
  readonly gradientNorm: number;
}

export interface GradientSample extends Sample {
  readonly gradient: Float64Array;
}

/** The account every optimizer keeps: evaluations against their cap, the best point met, and the trace. */
export interface Ledger {
  readonly evaluationsLeft: number;
  /** Why the search must stop now: a limit in words, or nothing while there is room. */
  readonly limit: string | undefined;
  readonly best: Sample | undefined;
  /**
   * Runs one evaluation, counts it and remembers it if it is the best so far (of equal values the one with the smaller
   * gradient, then the earlier). A value that is not finite and a `NumericalError` both make it a rejected point.
   */
  enter<S extends Sample>(rejected: S, evaluate: () => S): S;
  /** The same for an evaluation that may take long. */
  entering<S extends Sample>(rejected: S, evaluate: () => S | Work<S>): Work<S>;
  /** Closes an iteration: one entry in the trace, one progress report. */
  iterate(): Progress;
  /** The last progress report. */
  finish(): Progress;
  /** The result. Throws a `NumericalError` if no point had a finite value. */
  close(converged: boolean, status: string, box: Box): Optimum;
}

export function openLedger({ maxEvaluations = 1000, maxIterations = 200, stage = "minimize" }: LimitOptions): Ledger {
  demandCount("maxEvaluations", maxEvaluations);
  demandCount("maxIterations", maxIterations);
  const account: Account = { evaluations: 0, rejected: 0, iterations: 0, best: undefined, failure: "", trace: [] };
  return {
    get evaluationsLeft() {
      return maxEvaluations - account.evaluations;
    },
    get limit() {
      const { evaluations, iterations } = account;
      if (evaluations >= maxEvaluations) return `stopped after ${count(evaluations, "evaluation")}`;
      if (iterations >= maxIterations) return `stopped after ${count(iterations, "iteration")}`;
      return undefined;
    },
    get best() {
      return account.best;
    },
    enter: (rejected, evaluate) => runSync(enter(account, rejected, evaluate)),
    entering: (rejected, evaluate) => enter(account, rejected, evaluate),
    iterate() {
      const iterations = ++account.iterations;
      const { best, evaluations } = account;
      const { value, gradientNorm } = best ?? { value: Infinity, gradientNorm: NaN };
      account.trace.push({ evaluations, value, gradientNorm });
      // Whichever limit is nearer tells how far the search has come.
      const step = Math.max(iterations, Math.floor((maxIterations * evaluations) / maxEvaluations));
      return searching(stage, step, maxIterations, typicalIterations, best?.value);
    },
    finish: () => progress(stage, maxIterations, maxIterations, account.best?.value),
    close: (converged, status, box) => optimumOf(account, converged, status, box),
  };
}

/** What a ledger has written down. */
interface Account {
  evaluations: number;
  rejected: number;
  iterations: number;
  best: Sample | undefined;
  /** The message of the last evaluation that failed, as the end of a sentence. */
  failure: string;
  readonly trace: TraceEntry[];
}

function* enter<S extends Sample>(account: Account, rejected: S, evaluate: () => S | Work<S>): Work<S> {
  account.evaluations++;
  try {
    return keep(account, yield* finished(evaluate()), rejected);
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    account.failure = ` The last one: ${error.message}`;
    return keep(account, rejected, rejected);
  }
}

function keep<S extends Sample>(account: Account, sample: S, rejected: S): S {
  if (!Number.isFinite(sample.value)) {
    account.rejected++;
    return rejected;
  }
  const { best } = account;
  if (best === undefined || sample.value < best.value || isTieAndLeveler(sample, best)) account.best = sample;
  return sample;
}

function optimumOf(account: Account, converged: boolean, status: string, box: Box): Optimum {
  const { best, failure, evaluations, rejected, iterations, trace } = account;
  if (best === undefined) {
    throw new NumericalError(
      "no-finite-value",
      `The objective had no finite value at any of the points tried (${count(evaluations, "evaluation")}).${failure}`,
    );
  }
  const { point, value, gradientNorm } = best;
  const atBounds = coordinatesAtBounds(point, box);
  return { point, value, gradientNorm, evaluations, rejected, iterations, converged, status, atBounds, trace };
}

/** Evaluates value and gradient. The objective gets a copy of the point, and its gradient is copied, so neither can alias. */
export function evaluateGradient(ledger: Ledger, objective: Objective, point: Float64Array, box: Box): GradientSample {
  const rejected = { point, value: Infinity, gradientNorm: NaN, gradient: new Float64Array(point.length).fill(NaN) };
  return ledger.enter(rejected, () => {
    const { value, gradient } = objective(point.slice());
    if (gradient.length !== point.length) {
      throw new InputError(
        "gradient-length",
        `The gradient must have one entry for each of ${point.length} coordinates; got ${gradient.length}.`,
      );
    }
    if (!gradient.every(Number.isFinite)) return rejected;
    return { point, value, gradientNorm: projectedNorm(point, gradient, box), gradient: gradient.slice() };
  });
}

/** Evaluates a value. With no evaluations left the point is refused unseen, and the search ends on its limit. */
export function evaluateValue(ledger: Ledger, objective: ValueObjective, point: Float64Array): Sample {
  const rejected = { point, value: Infinity, gradientNorm: NaN };
  if (ledger.evaluationsLeft === 0) return rejected;
  return ledger.enter(rejected, () => ({ point, value: objective(point.slice()), gradientNorm: NaN }));
}

/** The same of an objective that may take long. */
export function* evaluateLongValue(
  ledger: Ledger,
  objective: (point: Float64Array) => number | Work<number>,
  point: Float64Array,
): Work<Sample> {
  const rejected = { point, value: Infinity, gradientNorm: NaN };
  if (ledger.evaluationsLeft === 0) return rejected;
  return yield* ledger.entering(rejected, function* () {
    return { point, value: yield* finished(objective(point.slice())), gradientNorm: NaN };
  });
}

/** Whether a change of a value is no larger than the rounding of the value itself. */
export function isRounding(change: number, value: number): boolean {
  return Math.abs(change) <= 16 * Number.EPSILON * Math.max(1, Math.abs(value));
}

/** The start of a search as numbers of our own. */
export function demandStart(start: ArrayLike<number>): Float64Array {
  const point = Float64Array.from(start);
  if (point.length === 0) throw new InputError("start", "The start must have at least one coordinate; got none.");
  const wrong = point.findIndex((x) => !Number.isFinite(x));
  if (wrong >= 0)
    throw new InputError("start", `Coordinate ${wrong} of the start must be finite; got ${point[wrong]}.`);
  return point;
}

/** An option that must be greater than zero. */
export function demandPositive(name: string, value: number): void {
  if (!(value > 0)) throw new InputError("option", `${name} must be greater than 0; got ${value}.`);
}

function isTieAndLeveler(sample: Sample, best: Sample): boolean {
  return sample.value === best.value && sample.gradientNorm < best.gradientNorm;
}

/** An option that must be a whole number. */
export function demandCount(name: string, value: number, least = 1): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new InputError("option", `${name} must be a whole number of at least ${least}; got ${value}.`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
