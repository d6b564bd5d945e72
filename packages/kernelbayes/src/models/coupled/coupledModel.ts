import type { Engine } from "../../engine/engine.ts";
import { uniqueWarnings, type Warning } from "../../errors.ts";
import { numericCodec, numericDocument, type NumericParts } from "../../posterior/numericDocument.ts";
import type {
  FitFigures,
  LabelNoise,
  LeaveOneOut,
  NumericPosterior,
  SearchReport,
} from "../../posterior/numericPosterior.ts";
import { share } from "../../run/share.ts";
import { parallel, pause, type Work } from "../../run/work.ts";
import { refuse } from "../../codec.ts";
import {
  coupledCodec,
  coupledPosterior,
  type Coupling,
  type CoupledMachines,
  type Machine,
  coupleRow,
} from "./posterior.ts";
import { classSizes, takeRows, type Problem } from "../../rows/labelledRows.ts";
import type { Context, Model, ModelDocument } from "../model.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { matrix } from "../../engine/matrix.ts";
import { selectRows } from "../../matrix/row.ts";

/** What the task "machine" is given: a two-class problem, class 1 positive. */
export interface MachineInput {
  readonly model: ModelDocument;
  readonly problem: Problem;
  readonly engine: string;
  readonly seed: number;
}

/**
 * A model of many classes from machines of two. Each machine reports probabilities under the class frequencies of its rows.
 * The interval of a class comes of those of its machines (see `Coupling`).
 */
export function coupledModel(coupling: Coupling, model: Model): Model {
  const { name } = coupling;
  return {
    name,
    classes: "many",
    *fit(problem: Problem, context: Context): Work<NumericPosterior> {
      const posteriors = yield* fitMachines(coupling, model, problem, context);
      yield pause;
      const { engine } = context;
      const coupled: CoupledMachines = { coupling, engine, posteriors, sizes: classSizes(problem), coupledEnds: true };
      const leaveOneOut = coupledLeaveOneOut(coupled, problem);
      yield pause;
      return coupledPosterior(coupled, {
        leaveOneOut,
        labelNoise: coupledLabelNoise(coupled, problem),
        evidence: summedEvidence(posteriors),
        search: worstSearch(posteriors),
        warnings: coupledWarnings(posteriors, leaveOneOut),
      });
    },
    restore(parameters: unknown, figures: FitFigures, context: Context): NumericPosterior {
      const { machines, ...rest } = coupledCodec.read(parameters, "parameters");
      const expected = coupling.machineCount(rest.sizes.length);
      if (machines.length !== expected) refuse("parameters.machines", `${expected} machines`, machines);
      const posteriors = machines.map((machine, index) => restoreMachine(model, machine, context, index));
      return coupledPosterior({ coupling, engine: context.engine, posteriors, ...rest }, figures);
    },
    cost(rows, columns, classes) {
      const count = coupling.machineCount(classes);
      const rowsOfOne = name === "pairwise" ? Math.ceil((2 * rows) / classes) : rows;
      const one = model.cost(rowsOfOne, columns, 2);
      // Every machine may run in a worker of its own at the same time.
      return { memory: count * one.memory, operations: count * one.operations };
    },
    toDocument: () => ({ name, model: model.toDocument() }),
  };
}

/** One posterior per machine; machines may be fitted at the same time. */
function* fitMachines(coupling: Coupling, model: Model, problem: Problem, context: Context): Work<NumericPosterior[]> {
  const { engine, seed } = context;
  const inputs = coupling.machines(problem.classCount).map((machine, index): MachineInput => ({
    model: model.toDocument(),
    problem: machineProblem(problem, machine),
    engine: engine.name,
    seed: seed + index,
  }));
  // Kernel machines take between the square and the cube of their rows.
  const weights = inputs.map((input) => input.problem.X.rows ** 2);
  // Machines of one against the rest have the same rows.
  const options = { weights, shared: ["problem.X"] };
  const machines = parallel("machine", inputs, (input) => fitMachine(model, input, engine), options);
  const documents = yield* share(0, 0.95, machines);
  return documents.map((document, index) =>
    restoreMachine(model, numericCodec.read(document, `machines[${index}]`), context, index),
  );
}

/** Fits one machine and returns its document, as if it had come from another thread. */
export function* fitMachine(
  model: Model,
  { problem, seed }: MachineInput,
  engine: Engine,
): Work<Record<string, unknown>> {
  return numericDocument(yield* model.fit(problem, { engine, seed }));
}

function machineProblem(problem: Problem, machine: Machine): Problem {
  const part = takeRows(problem, machineRows(problem.classes, machine));
  return {
    ...part,
    classes: part.classes.map((q) => (q === machine.positive ? 1 : 0)),
    classCount: 2,
    classNames: problem.classNames && machineNames(problem.classNames, machine),
  };
}

/** The labels of a machine's two classes, for messages. */
function machineNames(names: readonly string[], { positive, negative }: Machine): string[] {
  return [negative === undefined ? `not ${names[positive]}` : names[negative], names[positive]];
}

function restoreMachine(
  model: Model,
  { parameters, ...figures }: NumericParts,
  context: Context,
  index: number,
): NumericPosterior {
  return model.restore(parameters, figures, { ...context, seed: context.seed + index });
}

function summedEvidence(posteriors: readonly NumericPosterior[]): number | undefined {
  const evidences = posteriors.flatMap(({ evidence }) => evidence ?? []);
  return evidences.length < posteriors.length ? undefined : evidences.reduce((sum, evidence) => sum + evidence, 0);
}

/** The largest gradient of all machines, and whatever ended at a bound in one of them. */
function worstSearch(posteriors: readonly NumericPosterior[]): SearchReport | undefined {
  const reports = posteriors.flatMap(({ search }) => search ?? []);
  if (reports.length === 0) return undefined;
  return {
    gradientNorm: Math.max(...reports.map(({ gradientNorm }) => gradientNorm)),
    atBounds: [...new Set(reports.flatMap(({ atBounds }) => atBounds))],
  };
}

/** One warning of each code; that about rows without a score counts them over all machines. */
function coupledWarnings(posteriors: readonly NumericPosterior[], leaveOneOut: LeaveOneOut | undefined): Warning[] {
  const ofRows = leaveOneOut ? omittedWarning(leaveOneOut) : [];
  return uniqueWarnings([...ofRows, ...posteriors.flatMap(({ warnings }) => warnings)]);
}

/**
 * Leave-one-out probabilities of a coupled model: those of its machines, coupled, as exact as theirs. A machine without the
 * row's class has not seen the row and meets it as a new one. A row that some machine cannot do without has no score. None
 * at all if a machine has none.
 */
export function coupledLeaveOneOut(machines: CoupledMachines, { X, classes }: Problem): LeaveOneOut | undefined {
  const { posteriors, sizes, coupling } = machines;
  const n = X.rows;
  const count = posteriors.length;
  const held = matrix(n, count);
  const omitted = new Set<number>();
  const methods = new Set<LeaveOneOut["method"]>();
  for (const [m, machine] of coupling.machines(sizes.length).entries()) {
    const { leaveOneOut } = posteriors[m];
    if (!leaveOneOut) return undefined;
    methods.add(leaveOneOut.method);
    const put = (row: number, log: number): void => void (held.data[row * count + m] = Math.exp(log));
    const own = machineRows(classes, machine);
    own.forEach((row, i) => put(row, leaveOneOut.logProbabilities.data[i * 2 + 1]));
    for (const i of leaveOneOut.omitted) omitted.add(own[i]);
    const seen = new Set(own);
    const others = Int32Array.from(classes.keys()).filter((row) => !seen.has(row));
    if (others.length === 0) continue;
    const met = posteriors[m].probabilities(selectRows(X, others)).logProbabilities;
    others.forEach((row, i) => put(row, met.data[i * 2 + 1]));
  }
  const C = sizes.length;
  const logProbabilities = matrix(n, C);
  for (let i = 0; i < n; i++) {
    if (omitted.has(i)) continue;
    const row = held.data.subarray(i * count, (i + 1) * count);
    logProbabilities.data.set(coupleRow(machines, row).map(Math.log), i * C);
  }
  const method = methods.has("folds") ? "folds" : methods.has("approximate") ? "approximate" : "exact";
  return { method, logProbabilities, omitted: [...omitted].toSorted((a, b) => a - b) };
}

/**
 * What machines say of wrong labels, as what their classes suffer: the odds that a label is wrong are those of the row's class being any other
 * class of a machine that has it as one of two, summed. With one machine a class these are the odds of that machine.
 */
function coupledLabelNoise(
  { posteriors, sizes, coupling }: CoupledMachines,
  { classes }: Problem,
): LabelNoise | undefined {
  const rates = new Float64Array(sizes.length);
  const odds = new Float64Array(classes.length);
  for (const [m, machine] of coupling.machines(sizes.length).entries()) {
    const { labelNoise } = posteriors[m];
    if (!labelNoise) return undefined;
    const { positive, negative } = machine;
    rates[positive] += labelNoise.rates[1];
    if (negative !== undefined) rates[negative] += labelNoise.rates[0];
    machineRows(classes, machine).forEach((row, at) => {
      const doubt = labelNoise.flipProbabilities[at];
      if (classes[row] === positive || negative !== undefined) odds[row] += doubt / (1 - doubt);
    });
  }
  return {
    rates: rates.map((rate) => Math.min(1, rate)),
    flipProbabilities: odds.map((each) => (each === Infinity ? 1 : each / (1 + each))),
  };
}

/** The rows that a machine learns from. */
export function machineRows(classes: Int32Array, { positive, negative }: Machine): Int32Array {
  const rows = Int32Array.from(classes.keys());
  return negative === undefined ? rows : rows.filter((row) => classes[row] === positive || classes[row] === negative);
}
