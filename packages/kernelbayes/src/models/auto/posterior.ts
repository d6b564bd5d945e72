import { matrix, type Matrix } from "../../engine/matrix.ts";
import { logOfRest, logSoftmaxInPlace } from "../../numeric/logSoftmaxInPlace.ts";
import { logit, sigmoid } from "../../numeric/sigmoid.ts";
import { numericDocument, readNumericDocument } from "../../posterior/numericDocument.ts";
import type { FitFigures, NumericPosterior, NumericPrediction } from "../../posterior/numericPosterior.ts";
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
  /** Class probabilities before a row is seen, where they are not the frequencies. */
  readonly priors: Float64Array | undefined;
}

/** The posterior of members that speak with one voice. */
export function autoPosterior(parts: CombinedMembers, figures: FitFigures): NumericPosterior {
  const { members, combination, sizes, priors } = parts;
  return {
    ...figures,
    predict(X, level) {
      const predictions = members.map(({ view, posterior }) => posterior.predict(seenThrough(view, X), level));
      const prediction = combinedPrediction(combination, predictions, level);
      return priors ? shifted(prediction, sizes, priors) : prediction;
    },
    logProbabilities(X) {
      const together = combined(
        combination,
        members.map((member) => logsOf(member, X)),
      );
      return priors ? shiftedLogs(together, sizes, priors) : together;
    },
    members: (X) =>
      members.map((member) => {
        const logs = logsOf(member, X);
        return { title: member.title, logProbabilities: priors ? shiftedLogs(logs, sizes, priors) : logs };
      }),
    parameters: () => autoDocument(parts),
  };
}

/** The log probabilities of rows by one member, under the class frequencies of training. */
function logsOf({ view, posterior }: Member, X: Matrix): Matrix {
  const seen = seenThrough(view, X);
  return posterior.logProbabilities?.(seen) ?? posterior.predict(seen, 0.9).logProbabilities;
}

/** Log probabilities under other class frequencies, p' ∝ p π'/π. */
function shiftedLogs({ data, rows, columns: C }: Matrix, sizes: Float64Array, priors: Float64Array): Matrix {
  const result = matrix(rows, C, data.slice());
  for (let i = 0; i < rows; i++) {
    const logs = result.data.subarray(i * C, (i + 1) * C);
    for (let c = 0; c < C; c++) logs[c] += Math.log(priors[c] / sizes[c]);
    logSoftmaxInPlace(logs);
  }
  return result;
}

/** A prediction under other class frequencies: intervals move with their centres on the scale of the logit. */
function shifted(prediction: NumericPrediction, sizes: Float64Array, priors: Float64Array): NumericPrediction {
  const logProbabilities = shiftedLogs(prediction.logProbabilities, sizes, priors);
  const { rows, columns: C } = logProbabilities;
  const latentMean = matrix(rows, C);
  const moved = (ends: Matrix): Matrix =>
    matrix(
      rows,
      C,
      ends.data.map((end, at) => {
        const shift = latentMean.data[at] - prediction.latentMean.data[at];
        return end === 0 || end === 1 ? end : sigmoid(logit(end) + shift);
      }),
    );
  for (let i = 0; i < rows; i++) {
    const logs = logProbabilities.data.subarray(i * C, (i + 1) * C);
    const rest = logOfRest(logs);
    for (let c = 0; c < C; c++) latentMean.data[i * C + c] = logs[c] - rest[c];
  }
  return {
    ...prediction,
    logProbabilities,
    latentMean,
    lower: moved(prediction.lower),
    upper: moved(prediction.upper),
  };
}

function autoDocument({ members, combination, sizes, priors }: CombinedMembers): Record<string, unknown> {
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
    ...(priors && { priors: Array.from(priors) }),
  };
}

const schema = record({
  members: list(record({ title: text, model: plainObject, view: (value: unknown) => value, posterior: plainObject })),
  coefficients: optional(numberList),
  offsets: optional(numberList),
  clip: optional(finiteNumber),
  weights: optional(numberList),
  sizes: numberList,
  priors: optional(numberList),
});

/** Reads the parameters back; `modelOf` makes the model of a member for so many classes. */
export function readAuto(
  parameters: unknown,
  figures: FitFigures,
  context: Context,
  modelOf: (document: unknown, path: string, classes: number) => Model,
): NumericPosterior {
  const {
    members: read,
    coefficients,
    offsets,
    clip = 1e-7,
    weights,
    sizes,
    priors,
  } = schema(parameters, "parameters");
  const C = sizes.length;
  const isPositive = (value: number): boolean => value > 0;
  if (C < 2 || !sizes.every(isPositive)) refuse("parameters.sizes", "two or more positive numbers", sizes);
  if (priors && !(priors.length === C && priors.every(isPositive))) {
    refuse("parameters.priors", `${C} positive numbers`, priors);
  }
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
  return autoPosterior({ members, combination, sizes, priors }, figures);
}
