import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { selectionName } from "../engine/selectionName.ts";
import type { Warning } from "../errors.ts";
import { logit, sigmoid } from "../numeric/sigmoid.ts";
import type { FitFigures, LeaveOneOut, NumericPosterior, NumericPrediction } from "../posterior/numericPosterior.ts";
import { numericDocument, readNumericDocument } from "../posterior/numericDocument.ts";
import { parallel, type Work } from "../run/work.ts";
import { list, numberList, optional, plainObject, record, refuse } from "../schema.ts";
import { problemRows } from "./heldOutByFolds.ts";
import type { Context, Model, ModelDocument, Problem } from "./model.ts";

/** A two-class machine of a coupled model: one class against another, or against all others. */
export interface Machine {
  readonly positive: number;
  /** All other classes when absent. */
  readonly negative: number | undefined;
}

/** How two-class machines are combined to one model of many classes. */
export interface Coupling {
  readonly name: "one-versus-rest" | "pairwise";
  machines(classes: number): readonly Machine[];
  /** Class probabilities from the machines' probabilities of their positive classes. */
  couple(engine: Engine, probabilities: Float64Array, sizes: Float64Array): Float64Array;
  /** One number a class from one a machine, given the coupled probabilities: for widths of intervals. */
  perClass(values: Float64Array, probabilities: Float64Array): Float64Array;
}

/** What the task "machine" is given: a two-class problem, class 1 positive. */
export interface MachineInput {
  readonly model: ModelDocument;
  readonly problem: Problem;
  readonly engine: string;
  readonly seed: number;
}

/**
 * A model of many classes from machines of two. Each machine reports probabilities under the class frequencies of its rows;
 * other priors are applied after the coupling, p' ∝ p π'/π, never before. The interval of a class is that of its machine
 * on the logit scale, moved so that its centre is the coupled probability.
 */
export function coupledModel(coupling: Coupling, model: Model): Model {
  const { name } = coupling;
  return {
    name,
    classes: "many",
    *fit(problem: Problem, context: Context): Work<NumericPosterior> {
      const machines = coupling.machines(problem.classCount);
      const sizes = classSizes(problem);
      const inputs = machines.map((machine, index): MachineInput => ({
        model: model.toDocument(),
        problem: machineProblem(problem, machine),
        engine: selectionName(context.engine),
        seed: context.seed + index,
      }));
      const documents = yield* parallel<MachineInput, unknown>("machine", inputs);
      const posteriors = documents.map((document, index) => restoreMachine(model, document, context, index));
      const parts: Parts = { coupling, posteriors, sizes, priors: problem.priors, engine: context.engine };
      const leaveOneOut = coupledLeaveOneOut(parts, machines, problem);
      return coupledPosterior(parts, {
        leaveOneOut,
        evidence: summedEvidence(posteriors),
        warnings: distinctWarnings(posteriors),
      });
    },
    restore(parameters: unknown, figures: FitFigures, context: Context): NumericPosterior {
      const read = record({ machines: list(plainObject), sizes: numberList, priors: optional(numberList) })(
        parameters,
        "parameters",
      );
      const { sizes, priors } = read;
      const expected = coupling.machines(sizes.length).length;
      if (read.machines.length !== expected) refuse("parameters.machines", `${expected} machines`, read.machines);
      if (priors && priors.length !== sizes.length) refuse("parameters.priors", `${sizes.length} numbers`, priors);
      const posteriors = read.machines.map((document, index) => restoreMachine(model, document, context, index));
      return coupledPosterior({ coupling, posteriors, sizes, priors, engine: context.engine }, figures);
    },
    cost(rows, columns, classes) {
      const count = coupling.machines(classes).length;
      const rowsOfOne = name === "pairwise" ? Math.ceil((2 * rows) / classes) : rows;
      const one = model.cost(rowsOfOne, columns, 2);
      // Every machine may run in a worker of its own at the same time.
      return { memory: count * one.memory, operations: count * one.operations };
    },
    toDocument: () => ({ name, model: model.toDocument() }),
  };
}

interface Parts {
  readonly coupling: Coupling;
  readonly posteriors: readonly NumericPosterior[];
  readonly sizes: Float64Array;
  readonly priors: Float64Array | undefined;
  readonly engine: Engine;
}

function coupledPosterior(parts: Parts, figures: FitFigures): NumericPosterior {
  const { posteriors, sizes, priors } = parts;
  return {
    ...figures,
    predict(X, level) {
      return coupledPrediction(
        parts,
        posteriors.map((posterior) => posterior.predict(X, level)),
        X.rows,
      );
    },
    parameters: () => ({
      machines: posteriors.map(numericDocument),
      sizes: Array.from(sizes),
      ...(priors && { priors: Array.from(priors) }),
    }),
  };
}

function coupledPrediction(parts: Parts, predictions: readonly NumericPrediction[], rows: number): NumericPrediction {
  const { coupling, sizes } = parts;
  const C = sizes.length;
  const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
    matrix(rows, C),
  );
  /** Class 1 of each machine in one row. */
  const positives = (read: (prediction: NumericPrediction) => Matrix, row: number): Float64Array =>
    Float64Array.from(predictions, (prediction) => read(prediction).data[row * 2 + 1]);
  for (let i = 0; i < rows; i++) {
    const machine = positives(({ logProbabilities: logs }) => logs, i).map(Math.exp);
    const coupled = coupleRow(parts, machine);
    const below = positives(({ lower: low }) => low, i).map((low, at) => halfWidth(machine[at], low));
    const above = positives(({ upper: high }) => high, i).map((high, at) => halfWidth(machine[at], high));
    const down = coupling.perClass(below, coupled);
    const up = coupling.perClass(above, coupled);
    const deviations = coupling.perClass(
      positives(({ latentDeviation: deviation }) => deviation, i),
      coupled,
    );
    for (let c = 0; c < C; c++) {
      const at = i * C + c;
      const center = logit(coupled[c]);
      logProbabilities.data[at] = Math.log(coupled[c]);
      lower.data[at] = Math.min(coupled[c], sigmoid(center - down[c]));
      upper.data[at] = Math.max(coupled[c], sigmoid(center + up[c]));
      latentMean.data[at] = center;
      latentDeviation.data[at] = deviations[c];
    }
  }
  return { logProbabilities, lower, upper, latentMean, latentDeviation };
}

/** Distance on the logit scale; an end at 0 or 1 is any distance away. */
function halfWidth(probability: number, end: number): number {
  const width = Math.abs(logit(end) - logit(probability));
  return Number.isNaN(width) ? 0 : width;
}

function coupleRow({ coupling, engine, sizes, priors }: Parts, machine: Float64Array): Float64Array {
  const coupled = coupling.couple(engine, machine, sizes);
  if (!priors) return coupled;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const weighted = coupled.map((p, c) => (p * priors[c] * total) / sizes[c]);
  const sum = weighted.reduce((s, value) => s + value, 0);
  return weighted.map((value) => value / sum);
}

/** Leave-one-out probabilities of the machines, coupled; a machine without the row's class meets it as a new row. */
function coupledLeaveOneOut(parts: Parts, machines: readonly Machine[], problem: Problem): LeaveOneOut | undefined {
  const { posteriors, sizes } = parts;
  const n = problem.X.rows;
  const held = matrix(n, machines.length);
  const omitted = new Set<number>();
  let method: LeaveOneOut["method"] = "exact";
  for (const [m, machine] of machines.entries()) {
    const leaveOneOut = posteriors[m].leaveOneOut;
    if (!leaveOneOut) return undefined;
    if (leaveOneOut.method !== "exact") method = leaveOneOut.method;
    const own = machineRows(problem, machine);
    own.forEach(
      (row, i) => (held.data[row * machines.length + m] = Math.exp(leaveOneOut.logProbabilities.data[i * 2 + 1])),
    );
    for (const i of leaveOneOut.omitted) omitted.add(own[i]);
    if (own.length < n) {
      const seen = new Set(own);
      const others = Int32Array.from({ length: n }, (_, row) => row).filter((row) => !seen.has(row));
      const { logProbabilities } = posteriors[m].predict(problemRows(problem, others).X, 0.5);
      others.forEach((row, i) => (held.data[row * machines.length + m] = Math.exp(logProbabilities.data[i * 2 + 1])));
    }
  }
  const C = sizes.length;
  const logProbabilities = matrix(n, C);
  for (let i = 0; i < n; i++) {
    if (omitted.has(i)) continue;
    const machine = held.data.subarray(i * machines.length, (i + 1) * machines.length);
    // The score that models are compared by always uses the class frequencies.
    logProbabilities.data.set(coupleRow({ ...parts, priors: undefined }, machine).map(Math.log), i * C);
  }
  return { method, logProbabilities, omitted: [...omitted].toSorted((a, b) => a - b) };
}

function machineRows({ classes }: Problem, { positive, negative }: Machine): Int32Array {
  const rows = Int32Array.from(classes, (_, row) => row);
  return negative === undefined ? rows : rows.filter((row) => classes[row] === positive || classes[row] === negative);
}

function machineProblem(problem: Problem, machine: Machine): Problem {
  const part = problemRows(problem, machineRows(problem, machine));
  return {
    ...part,
    classes: part.classes.map((q) => (q === machine.positive ? 1 : 0)),
    classCount: 2,
    priors: undefined,
  };
}

function restoreMachine(model: Model, document: unknown, context: Context, index: number): NumericPosterior {
  const { parameters, figures } = readNumericDocument(document, `machines[${index}]`);
  return model.restore(parameters, figures, { ...context, seed: context.seed + index });
}

function classSizes({ classes, weights, classCount }: Problem): Float64Array {
  const sizes = new Float64Array(classCount);
  classes.forEach((q, row) => (sizes[q] += weights[row]));
  return sizes;
}

function summedEvidence(posteriors: readonly NumericPosterior[]): number | undefined {
  let sum = 0;
  for (const { evidence } of posteriors) {
    if (evidence === undefined) return undefined;
    sum += evidence;
  }
  return sum;
}

function distinctWarnings(posteriors: readonly NumericPosterior[]): Warning[] {
  const byCode = new Map<string, Warning>();
  for (const warning of posteriors.flatMap(({ warnings }) => warnings)) {
    if (!byCode.has(warning.code)) byCode.set(warning.code, warning);
  }
  return [...byCode.values()];
}
