import type { Matrix } from "../../engine/matrix.ts";
import { numericDocument, readNumericDocument } from "../../posterior/numericDocument.ts";
import type { FitFigures, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { finiteNumber, list, numberList, optional, plainObject, record, refuse, text } from "../../schema.ts";
import type { Context, Model, ModelDocument } from "../model.ts";
import { combined, combinedPrediction, type Combination } from "./combination.ts";
import { readView, seenThrough, viewDocument, type View } from "./view.ts";

/** A member with a part in the answer. */
export interface Member {
  readonly title: string;
  readonly model: ModelDocument;
  readonly view: View;
  readonly posterior: NumericPosterior;
}

/** Members with what it takes to combine them. */
export interface CombinedMembers {
  readonly members: readonly Member[];
  readonly combination: Combination;
  /** Weighted number of training rows of each class. */
  readonly sizes: Float64Array;
}

/** The posterior of members that speak with one voice. */
export function autoPosterior(parts: CombinedMembers, figures: FitFigures): NumericPosterior {
  const { members, combination } = parts;
  return {
    ...figures,
    predict(X, level) {
      const predictions = members.map(({ view, posterior }) => posterior.predict(seenThrough(view, X), level));
      return combinedPrediction(combination, predictions, level);
    },
    logProbabilities: (X) =>
      combined(
        combination,
        members.map((member) => logsOf(member, X)),
      ),
    members: (X) => members.map((member) => ({ title: member.title, logProbabilities: logsOf(member, X) })),
    parameters: () => autoDocument(parts),
  };
}

/** The log probabilities of rows by one member, under the class frequencies of training. */
function logsOf({ view, posterior }: Member, X: Matrix): Matrix {
  const seen = seenThrough(view, X);
  return posterior.logProbabilities?.(seen) ?? posterior.predict(seen, 0.9).logProbabilities;
}

function autoDocument({ members, combination, sizes }: CombinedMembers): Record<string, unknown> {
  return {
    members: members.map(({ title, model, view, posterior }) => {
      const { leaveOneOut: _, ...document } = numericDocument(posterior);
      return { title, model, view: viewDocument(view), posterior: document };
    }),
    ...("pool" in combination
      ? {
          coefficients: Array.from(combination.pool.coefficients),
          offsets: Array.from(combination.pool.offsets),
          clip: combination.pool.clip,
        }
      : { weights: Array.from(combination.weights) }),
    sizes: Array.from(sizes),
  };
}

const schema = record({
  members: list(record({ title: text, model: plainObject, view: (value: unknown) => value, posterior: plainObject })),
  coefficients: optional(numberList),
  offsets: optional(numberList),
  clip: optional(finiteNumber),
  weights: optional(numberList),
  sizes: numberList,
});

/** Reads the parameters back; `modelOf` makes the model of a member for so many classes. */
export function readAuto(
  parameters: unknown,
  figures: FitFigures,
  context: Context,
  modelOf: (document: unknown, path: string, classes: number) => Model,
): NumericPosterior {
  const { members: read, coefficients, offsets, clip = 1e-7, weights, sizes } = schema(parameters, "parameters");
  const C = sizes.length;
  const isPositive = (value: number): boolean => value > 0;
  if (C < 2 || !sizes.every(isPositive)) refuse("parameters.sizes", "two or more positive numbers", sizes);
  if (read.length === 0) refuse("parameters.members", "one member at least", read);
  const parts = (coefficients && offsets ? coefficients : weights) ?? new Float64Array(0);
  if (!(parts.length === read.length && parts.every((part) => part >= 0))) {
    refuse(`parameters.${coefficients ? "coefficients" : "weights"}`, `${read.length} numbers from 0`, parts);
  }
  if (weights && !coefficients && !(weights.reduce((sum, part) => sum + part, 0) > 0)) {
    refuse("parameters.weights", "a positive sum", weights);
  }
  if (coefficients && offsets?.length !== C) refuse("parameters.offsets", `${C} numbers`, offsets);
  if (!(clip > 0 && clip < 0.5)) refuse("parameters.clip", "a number between 0 and ½", clip);
  const members = read.map(({ title, model, view, posterior }, at): Member => {
    const path = `parameters.members[${at}]`;
    const made = modelOf(model, `${path}.model`, C);
    const { parameters: own, figures: ofMember } = readNumericDocument(posterior, `${path}.posterior`);
    return {
      title,
      model: made.toDocument(),
      view: readView(view, `${path}.view`),
      posterior: made.restore(own, ofMember, context),
    };
  });
  const combination: Combination =
    coefficients && offsets ? { pool: { coefficients, offsets, clip, converged: true } } : { weights: parts };
  return autoPosterior({ members, combination, sizes }, figures);
}
