import { InputError } from "kernelbayes";
import { costsOf, type DecisionRule } from "kernelbayes/evaluate";
import type { ModelFront } from "../models/modelFront.ts";
import { refusal } from "../problem/problem.ts";
import { predictOptions, type ExplainWords, type PredictOptionWords, type PredictQuery } from "./predictSchema.ts";
import { refuseInvalid } from "./refuseInvalid.ts";

/** How rows are to be predicted: what rows of several requests have to agree in to be predicted together. */
export interface PredictSettings {
  readonly intervals: boolean;
  readonly level: number;
}

/** What is made of the predictions of a request. */
export interface AnswerSettings {
  readonly rule: DecisionRule | undefined;
  readonly sets: { readonly level: number; readonly seed: number } | undefined;
  readonly explain: ExplainSettings | undefined;
}

/** How rows are to be explained. */
export interface ExplainSettings extends Readonly<ExplainWords> {
  readonly seed: number;
}

/** The settings that options make for a model. What contradicts itself, or what the model has not, is refused. */
export function predictSettings(front: ModelFront, words: PredictOptionWords): PredictSettings & AnswerSettings {
  // Intervals decide where decisions are cautious, and then they are shown.
  const intervals = (words.intervals ?? false) || (words.cautious ?? false);
  if (intervals && !front.intervals) {
    throw new InputError(
      "no-intervals",
      "This model was saved without what intervals need.",
      {},
      'Leave out "intervals" and "cautious", or save the model again with its intervals.',
    );
  }
  if (words.sets !== undefined && !front.hasSets) {
    throw new InputError(
      "no-leave-one-out",
      "This model holds no leave-one-out probabilities to make sets from.",
      {},
      'Leave out "sets", or fit another model.',
    );
  }
  return {
    intervals,
    level: words.level ?? 0.9,
    rule: ruleOf(front, words),
    sets: words.sets === undefined ? undefined : { level: words.sets, seed: words.seed ?? 1 },
    explain: words.explain ? { ...(words.explain !== true && words.explain), seed: words.seed ?? 1 } : undefined,
  };
}

function ruleOf(
  { classes }: ModelFront,
  { threshold, abstain, costs, cautious }: PredictOptionWords,
): DecisionRule | undefined {
  if (threshold === undefined) {
    if (abstain === undefined && costs === undefined && !cautious) return undefined;
    return { costs: costs && costsOf(costs, classes), threshold: abstain, cautious };
  }
  if (abstain !== undefined || costs !== undefined || cautious) {
    throw new InputError(
      "invalid-option",
      'Choose "threshold", or "abstain", "costs" and "cautious": each decides rows.',
    );
  }
  const [[name, value], ...others] = [...Object.entries(threshold), ["", Number.NaN] as const];
  const positive = classes.indexOf(name);
  if (others.length === 1 && positive >= 0) return { flag: { positive, threshold: value } };
  throw new InputError(
    "invalid-option",
    '"threshold" takes one class of the model and a probability.',
    {},
    `The classes are ${classes.map((one) => JSON.stringify(one)).join(", ")}.`,
  );
}

/** Options as an address has them. */
export function optionsOfQuery(query: PredictQuery): PredictOptionWords {
  const words: Record<string, unknown> = {};
  if (isEmpty(query)) return words;
  for (const name of ["intervals", "cautious", "explain"] as const) {
    if (query[name] !== undefined) words[name] = query[name] === "true";
  }
  for (const name of ["level", "abstain", "sets", "seed"] as const) {
    if (query[name] !== undefined) words[name] = numberOf(query[name]);
  }
  if (query.unseen !== undefined) words.unseen = query.unseen;
  if (query.costs !== undefined) words.costs = costsIn(query.costs);
  if (query.threshold !== undefined) {
    // A label may hold the sign itself.
    const at = query.threshold.lastIndexOf("=");
    words.threshold = { [query.threshold.slice(0, Math.max(at, 0))]: numberOf(query.threshold.slice(at + 1)) };
  }
  return refuseInvalid(predictOptions, words, "The address");
}

function isEmpty(query: PredictQuery): boolean {
  for (const _ in query) return false;
  return true;
}

function numberOf(text: string): unknown {
  return text.trim() === "" ? text : Number(text);
}

function costsIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refusal(400, "invalid-json", "The costs in the address are not valid JSON.");
  }
}
