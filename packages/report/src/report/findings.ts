import {
  selectRows,
  type Matrix,
  type Posterior,
  type Prediction,
  type Scores,
  type Table,
  type Warning,
} from "kernelbayes";
import { leaveOneOutRows, mislabelledRows, type MislabelledRows, type ScoreIntervals } from "kernelbayes/compare";
import { matrix } from "kernelbayes/engine";
import {
  evaluate,
  lacksSignal,
  mostProbable,
  signalTest,
  calibrationByChance,
  noSignalInMeasurement,
} from "kernelbayes/evaluate";
import { encode } from "kernelbayes/table";
import type { JudgedRows } from "../charts/judgedRows.ts";
import { logOddsOf } from "../charts/planeFields.ts";
import { hasRepeatedInputs } from "./hasRepeatedInputs.ts";
import { once } from "./once.ts";
import type { HeldOutRows, ReportInput, ReportOptions } from "./reportInput.ts";

/** Rows that were predicted without having been seen, with all that sections ask of them. */
export interface HeldOut extends JudgedRows {
  readonly how: HeldOutRows["how"];
  readonly folds: number | undefined;
  readonly rounds: number;
  readonly intervals: ScoreIntervals | undefined;
  readonly logProbabilities: Matrix;
  readonly decided: Int32Array;
  /** Latent means, or log odds where there are none. */
  readonly latent: Matrix;
  readonly hasLatent: boolean;
  readonly names: readonly string[];
  /** Places in the table, from 0, where they are rows of it. */
  readonly places: ArrayLike<number> | undefined;
  readonly scores: Scores;
  /** Whether predicted and observed frequencies differ by no more than chance explains: within 95 % of draws from the probabilities. */
  isCalibrated(): boolean;
}

/** What all sections of a report look at, found once. */
export interface Findings {
  readonly input: ReportInput;
  readonly options: ReportOptions;
  readonly posterior: Posterior;
  /** Those of the posterior and those given, each once. */
  readonly warnings: readonly Warning[];
  /** The rows that the posterior was fitted to. */
  readonly training: Table;
  /** Those given, else those of leave-one-out, unless these show no signal. */
  readonly heldOut: HeldOut | undefined;
  /** The warning that left-out predictions show no signal, where there is one. */
  readonly noSignal: Warning | undefined;
  /** What the posterior says about its own training rows. */
  trainingPrediction(): Prediction;
  /** Whether rows were left out one by one though most of them have equals. */
  isMisjudged(): boolean;
  /** How suspicious the labels of held-out rows are; none where no row was held out. */
  suspects(): MislabelledRows | undefined;
}

export function findingsOf(input: ReportInput, options: ReportOptions): Findings {
  const { posterior, table } = input;
  const training = selectRows(table, posterior.training.rows);
  const heldOut = heldOutOf(input);
  return {
    input,
    options,
    posterior,
    warnings: warningsOf(input),
    training,
    heldOut,
    noSignal: warningsOf(input).find((warning) => lacksSignal({ warnings: [warning] })),
    trainingPrediction: once(() => posterior.predict(training)),
    isMisjudged: once(
      () => heldOut?.how === "leave-one-out" && hasRepeatedInputs(encode(posterior.encoding, training)),
    ),
    suspects: once(() => heldOut && mislabelledRows(heldOut.probabilities, heldOut.truth)),
  };
}

function warningsOf({ posterior, warnings = [], heldOut }: ReportInput): Warning[] {
  // What was measured on rows that the fits had not seen knows better than leave-one-out whether there is signal.
  const own = posterior.warnings.filter((warning) => !isMeasured(heldOut) || !lacksSignal({ warnings: [warning] }));
  const all = [...(isMeasured(heldOut) ? untested(posterior, heldOut) : []), ...own, ...warnings];
  const distinct = all.filter(({ message }, at) => all.findIndex((other) => other.message === message) === at);
  const isNoSignal = (warning: Warning): boolean => lacksSignal({ warnings: [warning] });
  return [...distinct.filter(isNoSignal), ...distinct.filter((warning) => !isNoSignal(warning))];
}

/** Whether held-out rows show signal, where `measure` has not said so: its results have intervals. */
function untested({ target }: Posterior, { intervals, logProbabilities, truth, weights }: HeldOutRows): Warning[] {
  return intervals ? [] : noSignalInMeasurement(target, signalTest(logProbabilities, truth, { weights }));
}

function isMeasured(heldOut: ReportInput["heldOut"]): heldOut is HeldOutRows {
  return heldOut !== undefined && heldOut !== "none" && heldOut.how !== "leave-one-out";
}

function heldOutOf(input: ReportInput): HeldOut | undefined {
  const { posterior } = input;
  const given = input.heldOut === "none" ? undefined : (input.heldOut ?? leftOut(posterior));
  // Leave-one-out figures without signal are an artefact: nothing is built on them.
  if (!given || (!isMeasured(input.heldOut) && lacksSignal(posterior))) return undefined;
  return judgedRows(input, given);
}

/** Rows that were given as held out, with their measures; undefined where there is none. */
export function judgedRows(
  input: Pick<ReportInput, "posterior" | "rowNames">,
  given: HeldOutRows,
): HeldOut | undefined {
  const { how, folds, rounds = 1, intervals, truth, logProbabilities, weights } = given;
  const { classes, seed } = input.posterior;
  if (logProbabilities.columns !== classes.length || logProbabilities.rows !== truth.length) {
    throw new RangeError(
      `Held-out rows must have one true class and ${classes.length} log probabilities each; got ${truth.length} classes and ` +
        `${logProbabilities.rows} × ${logProbabilities.columns} log probabilities.`,
    );
  }
  if (truth.length === 0) return undefined;
  const probabilities = matrix(logProbabilities.rows, logProbabilities.columns, logProbabilities.data.map(Math.exp));
  const decided = Int32Array.from(given.decided ?? mostProbable(probabilities));
  const scores = evaluate({ probabilities, logProbabilities, decided }, truth, weights);
  return {
    how,
    folds,
    rounds,
    intervals,
    classes,
    probabilities,
    logProbabilities,
    truth,
    weights,
    decided,
    latent: given.latentMean ?? logOddsMatrix(logProbabilities),
    hasLatent: given.latentMean !== undefined,
    names: namesOf(input, given),
    places: placesOf(input, given),
    scores,
    isCalibrated: once(
      () => scores.calibration.error <= calibrationByChance(probabilities, { seed, level: 0.95, weights }).upper,
    ),
  };
}

/** The training rows as predicted without themselves. */
function leftOut(posterior: Posterior): HeldOutRows | undefined {
  const { leaveOneOut, training } = posterior;
  if (!leaveOneOut || leaveOneOut.omitted.length === training.rows.length) return undefined;
  const { rows, classes, weights, logProbabilities } = leaveOneOutRows(posterior);
  return {
    how: leaveOneOut.method === "folds" ? "folds" : "leave-one-out",
    truth: classes,
    logProbabilities,
    rows,
    ...(training.weights && { weights }),
  };
}

/** The places of held-out rows in the table; rows that were kept apart are not in it. */
function placesOf(
  { posterior }: Pick<ReportInput, "posterior">,
  { rows, how }: HeldOutRows,
): ArrayLike<number> | undefined {
  return rows ?? (how === "hold-out" || how === "training" ? undefined : posterior.training.rows);
}

function namesOf(input: Pick<ReportInput, "posterior" | "rowNames">, given: HeldOutRows): readonly string[] {
  const { names, truth } = given;
  if (names) return names;
  const { rowNames } = input;
  const places = placesOf(input, given);
  return Array.from({ length: truth.length }, (_, at) => {
    const place = places?.[at];
    if (place === undefined) return `held-out row ${at + 1}`;
    return rowNames?.[place] ?? `row ${place + 1}`;
  });
}

/** log P/(1 − P) of each row and class. */
export function logOddsMatrix(logProbabilities: Matrix): Matrix {
  const { rows, columns } = logProbabilities;
  const result = matrix(rows, columns);
  for (let q = 0; q < columns; q++) {
    logOddsOf(logProbabilities, q).forEach((value, row) => (result.data[row * columns + q] = value));
  }
  return result;
}
