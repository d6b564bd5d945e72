import { InputError, type Posterior } from "kernelbayes";
import { shiftPriors } from "kernelbayes/compare";
import { matrix } from "kernelbayes/engine";
import { mostProbable, chooseThreshold, type ThresholdFigures } from "kernelbayes/evaluate";
import type { HeldOutRows } from "@kernelbayes/report";
import { classFrequencies } from "./classFrequencies.ts";
import type { ThresholdRequest } from "./thresholdRequest.ts";

/** A threshold for a class, with what to expect of decisions by it. */
export interface FittedThreshold {
  readonly class: string;
  /** From this probability on a row is decided to be of the class. */
  readonly threshold: number;
  /** What it was chosen for; absent where it was given. */
  readonly goal?: { readonly recall?: number; readonly precision?: number; readonly cost?: number };
  /** Whether the held-out rows reach the goal with this threshold. */
  readonly isReached: boolean;
  /** On held-out rows, each decided by a threshold that was chosen on others. */
  readonly expected: ThresholdFigures;
  /** The same rows, each decided for its most probable class. */
  readonly mostProbable: ThresholdFigures;
}

/** The class that a threshold is for: the one that is named, else the one with the fewest rows, of equals the last. */
export function positiveClass(
  name: string | undefined,
  { names, classes }: { readonly names: readonly string[]; readonly classes: ArrayLike<number> },
): number {
  if (name === undefined) {
    const rows = new Int32Array(names.length);
    for (let row = 0; row < classes.length; row++) rows[classes[row]]++;
    return rows.lastIndexOf(Math.min(...rows));
  }
  const number = names.indexOf(name);
  if (number >= 0) return number;
  throw new InputError(
    "unknown-label",
    `--positive names the class "${name}", which the table does not have.`,
    {},
    `Its classes are ${names.map((one) => JSON.stringify(one)).join(", ")}.`,
  );
}

/**
 * The threshold that was asked for, with its figures on held-out rows. Where the model has given priors, probabilities and rows are first brought to these
 * class frequencies, as the threshold will meet them in predictions.
 */
export function fittedThreshold(
  posterior: Posterior,
  heldOut: HeldOutRows | undefined,
  { request, positive, seed }: { readonly request: ThresholdRequest; readonly positive: number; readonly seed: number },
): FittedThreshold {
  const name = posterior.classes[positive];
  if (heldOut === undefined) throw tooFewRows(name);
  const { logProbabilities, weights, truth } = underPriors(posterior, heldOut);
  const { rows, columns, data } = logProbabilities;
  const probabilities = matrix(rows, columns, data.map(Math.exp));
  const p = Float64Array.from({ length: rows }, (_, row) => probabilities.data[row * columns + positive]);
  const isPositive = Int32Array.from(truth, (number) => (number === positive ? 1 : 0));
  const usual = mostProbable(probabilities);
  const figures = (isFlagged: (row: number) => boolean): ThresholdFigures =>
    figuresOf(Array.from(isPositive, (one, row) => [one === 1, isFlagged(row), weights?.[row] ?? 1]));
  const common = { class: name, mostProbable: figures((row) => usual[row] === positive) };
  if ("threshold" in request) {
    const { threshold } = request;
    return { ...common, threshold, isReached: true, expected: figures((row) => p[row] >= threshold) };
  }
  const { threshold, isReached, expected } = chooseThreshold(p, isPositive, request.goal, { weights, seed });
  if (expected === undefined) throw tooFewRows(name);
  return { ...common, threshold, goal: request.goal, isReached, expected };
}

function tooFewRows(name: string): InputError {
  return new InputError(
    "too-few-rows",
    `A threshold for "${name}" cannot be chosen: two held-out rows of it and two of others are needed.`,
  );
}

function underPriors(posterior: Posterior, { logProbabilities, weights, truth }: HeldOutRows): HeldOutRows {
  const { priors } = posterior;
  const how = "hold-out" as const;
  if (priors === undefined) return { how, logProbabilities, truth, ...(weights && { weights }) };
  const frequencies = classFrequencies(posterior);
  return {
    how,
    truth,
    logProbabilities: shiftPriors(logProbabilities, frequencies, priors),
    weights: Float64Array.from(truth, (number, row) => ((weights?.[row] ?? 1) * priors[number]) / frequencies[number]),
  };
}

function figuresOf(
  rows: readonly (readonly [isPositive: boolean, isFlagged: boolean, weight: number])[],
): ThresholdFigures {
  let [total, positives, flagged, found] = [0, 0, 0, 0];
  for (const [isPositive, isFlagged, weight] of rows) {
    total += weight;
    if (isPositive) positives += weight;
    if (isFlagged) flagged += weight;
    if (isPositive && isFlagged) found += weight;
  }
  return {
    recall: positives > 0 ? found / positives : 0,
    precision: flagged > 0 ? found / flagged : 0,
    f1: positives + flagged > 0 ? (2 * found) / (positives + flagged) : 0,
    flagged: flagged / total,
  };
}
