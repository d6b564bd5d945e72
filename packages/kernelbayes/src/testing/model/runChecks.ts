import type { Engine } from "../../engine/engine.ts";
import { estimateCost } from "../../fit/estimateCost.ts";
import { fit, fitSync } from "../../fit/fit.ts";
import { fitWork } from "../../fit/fitWork.ts";
import type { OverallProgress, Progress } from "../../run/work.ts";
import { ensure } from "../check.ts";
import {
  clouds,
  describeError,
  ensureRefused,
  ensureSameDocument,
  fitted,
  fittedClouds,
  target,
  modelCheck,
  type ModelCheck,
  type Trial,
} from "./trial.ts";

/** Long work tells how far it is, can be stopped, and costs what was announced. */
export const runChecks: readonly ModelCheck[] = [
  modelCheck("progress", "progress never falls within a stage and ends at its goal", (trial) => {
    const seen = progressOf(trial);
    ensure(seen.length > 0, "there is no progress");
    const stages = new Map<string, Progress>();
    for (const step of seen) {
      const before = stages.get(step.stage);
      ensure(step.of >= 1 && step.step >= 0 && step.step <= step.of, `${step.stage}: step ${step.step} of ${step.of}`);
      ensure(!before || (step.step >= before.step && step.of === before.of), `${step.stage} goes back`);
      stages.set(step.stage, step);
    }
    for (const { stage, step, of } of stages.values()) ensure(step === of, `${stage} ends at ${step} of ${of}`);
  }),
  modelCheck("overall-progress", "the overall progress never falls, rises in each stage and ends at 1", (trial) => {
    const seen = progressOf(trial);
    let before = 0;
    for (const { stage, fraction } of seen) {
      ensure(fraction >= before && fraction <= 1, `it goes from ${before} to ${fraction} in ${stage}`);
      before = fraction;
    }
    ensure(before === 1, `it ends at ${before}`);
    for (const stage of new Set(seen.map((step) => step.stage))) {
      const first = seen.findIndex((step) => step.stage === stage);
      const last = seen.findLastIndex((step) => step.stage === stage);
      ensure(seen[last].fraction > (seen[first - 1]?.fraction ?? 0), `the stage ${stage} adds nothing to it`);
      ensure(last === seen.length - 1 || seen[last].fraction < 1, `it is 1 already at the end of ${stage}`);
    }
  }),
  modelCheck("evidence-rises", "the criterion never falls during the search for hyperparameters", (trial) => {
    let stage = "";
    let best = -Infinity;
    const steps = progressOf(trial);
    ensure(
      steps.some(({ objective }) => objective !== undefined),
      "no step reports a criterion; declare an exemption if nothing is searched",
    );
    for (const step of steps) {
      if (step.stage !== stage) best = -Infinity;
      stage = step.stage;
      if (step.objective === undefined) continue;
      ensure(step.objective >= best - 1e-9 * Math.abs(best), `${stage} falls from ${best} to ${step.objective}`);
      best = step.objective;
    }
  }),
  modelCheck(
    "gradient-at-optimum",
    "the gradient vanishes at the optimum, or a bound was met and a warning says so",
    (trial) => {
      const { search, warnings } = fittedClouds(trial);
      ensure(search !== undefined, "the posterior reports no search; declare an exemption if nothing is searched");
      ensure(
        search.gradientNorm < 1e-3 || (search.atBounds.length > 0 && warnings.some(({ code }) => code === "at-bound")),
        `gradient ${search.gradientNorm}, at bounds ${search.atBounds.join(", ")}`,
      );
    },
  ),
  modelCheck("abort-before", "a fit that is aborted before it begins rejects with an AbortError", (trial, table) =>
    ensureAborted(fit(trial.model(), table, { target, signal: AbortSignal.abort() })),
  ),
  modelCheck(
    "abort-at-each-step",
    "a fit that is aborted at its first, second, third … step rejects with an AbortError and leaves nothing behind",
    async (trial, table) => {
      const steps = Math.min(12, progressOf(trial).length);
      const reference = fitted(trial, table);
      for (let stop = 1; stop < steps; stop++) {
        const controller = new AbortController();
        let seen = 0;
        const onProgress = (): void => {
          if (++seen === stop) controller.abort();
        };
        await ensureAborted(fit(trial.model(), table, { target, signal: controller.signal, onProgress }));
        ensure(seen === stop, `${seen - stop} steps were taken after the abort`);
      }
      ensureSameDocument(reference, fitted(trial, table));
    },
  ),
  modelCheck("abort-reason", "a fit that is aborted with a reason rejects with that reason", async (trial, table) => {
    const reason = new Error("enough");
    const outcome = await settled(fit(trial.model(), table, { target, signal: AbortSignal.abort(reason) }));
    ensure(outcome === reason, `rejected with ${describeError(outcome)}`);
  }),
  modelCheck("abandoned-work", "work that is not run to its end leaves nothing behind", (trial, table) => {
    const reference = fitted(trial, table);
    const work = fitWork(trial.model(), table, { target });
    work.next();
    work.return(undefined as never);
    ensureSameDocument(reference, fitted(trial, table));
  }),
  modelCheck("announced-memory", "the announced memory is at least what an operation of the fit holds", (trial) => {
    const table = clouds(trial.classes, 60);
    let largest = 0;
    for (const engine of trial.engines)
      fitted(trial, table, { engine: metered(engine, (bytes) => (largest = Math.max(largest, bytes))) });
    const { memory } = estimateCost(trial.model(), table.rows, 3, trial.classes);
    ensure(largest > 0, "the fit does no engine work");
    ensure(memory >= largest, `${memory} bytes were announced, ${largest} used at once`);
  }),
  modelCheck("cost-grows", "the announced cost grows with rows and with columns, and is finite", (trial) => {
    const cost = (rows: number, columns: number) => estimateCost(trial.model(), rows, columns, trial.classes);
    const [small, tall, wide] = [cost(100, 5), cost(10_000, 5), cost(100, 500)];
    ensure(tall.memory > small.memory && tall.operations > small.operations, "not in rows");
    ensure(wide.memory > small.memory && wide.operations > small.operations, "not in columns");
    ensure(Number.isFinite(tall.memory + tall.operations), "not finite");
  }),
  modelCheck("memory-limit", "a fit over the memory limit is refused before it begins", (trial, table) =>
    ensureRefused(() => fitted(trial, table, { memoryLimit: 1000 }), "memory"),
  ),
];

function progressOf(trial: Trial): OverallProgress[] {
  const seen: OverallProgress[] = [];
  fitSync(trial.model(), clouds(trial.classes), { target, onProgress: (step) => seen.push(step) });
  return seen;
}

async function settled(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return new Error("the promise was fulfilled");
}

async function ensureAborted(promise: Promise<unknown>): Promise<void> {
  const error = await settled(promise);
  ensure((error as Error).name === "AbortError", `rejected with ${describeError(error)}`);
}

/** An engine that reports the bytes of arguments and results of each of its operations. */
function metered(engine: Engine, report: (bytes: number) => void): Engine {
  const sizeOf = (value: unknown): number => {
    if (ArrayBuffer.isView(value)) return value.byteLength;
    if (typeof value !== "object" || value === null) return 0;
    return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0);
  };
  return new Proxy(engine, {
    get(inner, name) {
      const member: unknown = Reflect.get(inner, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, inner, given);
        report(sizeOf(given) + sizeOf(result));
        return result;
      };
    },
  });
}
