import type { Matrix } from "../../engine/matrix.ts";
import { numericCodec, numericParts, type NumericParts } from "../../posterior/numericDocument.ts";
import type { FitFigures, NumericPosterior, NumericPrediction } from "../../posterior/numericPosterior.ts";
import {
  finiteNumber,
  inline,
  list,
  mapped,
  notNegative,
  numbers,
  numbersOf,
  optional,
  plainObject,
  record,
  refined,
  text,
  that,
  whether,
  type RecordCodec,
} from "../../codec.ts";
import { classSizes } from "../parts/kernelCodec.ts";
import type { Context, Model, ModelDocument } from "../model.ts";
import { combined, combinedPrediction, type Combination } from "./combination.ts";
import { seenThrough, viewCodec, type View } from "./view.ts";

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
    predict: (X, level) => predictedByMembers(members, combination, X, level),
    logProbabilities: (X) =>
      combined(
        combination,
        members.map((member) => logsOf(member, X)),
      ),
    members: (X) => members.map((member) => ({ title: member.title, logProbabilities: logsOf(member, X) })),
    parameters: () => autoCodec.write({ ...parts, members: members.map(writtenMember) }),
  };
}

/** The prediction of rows by members that speak with one voice. */
export function predictedByMembers(
  members: readonly Member[],
  combination: Combination,
  X: Matrix,
  level: number,
): NumericPrediction {
  const predictions = members.map(({ view, posterior }) => posterior.predict(seenThrough(view, X), level));
  return combinedPrediction(combination, predictions, level);
}

/** The log probabilities of rows by one member, under the class frequencies of training. */
function logsOf({ view, posterior }: Member, X: Matrix): Matrix {
  const seen = seenThrough(view, X);
  return posterior.logProbabilities?.(seen) ?? posterior.predict(seen, 0.9).logProbabilities;
}

/** A member as documents hold it. */
interface MemberParts extends Omit<Member, "model" | "posterior"> {
  readonly model: Readonly<Record<string, unknown>>;
  readonly posterior: NumericParts;
}

function writtenMember(member: Member): MemberParts {
  return { ...member, posterior: { ...numericParts(member.posterior), leaveOneOut: undefined } };
}

const combinationCodec: RecordCodec<Combination> = whether(
  "coefficients",
  mapped(
    record({
      coefficients: numbersOf(notNegative),
      offsets: numbers,
      clip: mapped(
        optional(that(finiteNumber, "a number between 0 and ½", (clip) => clip > 0 && clip < 0.5)),
        (clip = 1e-7) => clip,
        (clip) => clip,
      ),
      width: optional(notNegative),
    }),
    ({ width, ...pool }) => ({ pool: { ...pool, converged: true }, width }),
    ({ pool, width }) => ({ ...pool, width }),
  ),
  record({
    weights: that(numbersOf(notNegative), "numbers of a positive sum", (weights) => weights.some((part) => part > 0)),
  }),
  (combination) => "pool" in combination,
);

/** The parameters of members and of their combination. */
export const autoCodec: RecordCodec<Omit<CombinedMembers, "members"> & { readonly members: readonly MemberParts[] }> =
  refined(
    record({
      members: list(record({ title: text, model: plainObject, view: viewCodec, posterior: numericCodec })),
      combination: inline(combinationCodec),
      sizes: classSizes,
    }),
    ({ members, combination, sizes }, expect) => {
      if ("pool" in combination) {
        expect.length(combination.pool.coefficients, ".coefficients", members.length);
        expect.length(combination.pool.offsets, ".offsets", sizes.length);
      } else expect.length(combination.weights, ".weights", members.length);
      expect.that(members.length > 0, ".members", "one member at least", members);
    },
  );

/** Reads the parameters back; `modelOf` makes the model of a member for so many classes. */
export function readAuto(
  parameters: unknown,
  figures: FitFigures,
  context: Context,
  modelOf: (document: unknown, path: string, classes: number) => Model,
): NumericPosterior {
  const { members, ...parts } = autoCodec.read(parameters, "parameters");
  const restored = members.map(({ model, posterior, ...member }, at): Member => {
    const made = modelOf(model, `parameters.members[${at}].model`, parts.sizes.length);
    const { parameters: own, ...ofMember } = posterior;
    return { ...member, model: made.toDocument(), posterior: made.restore(own, ofMember, context) };
  });
  return autoPosterior({ ...parts, members: restored }, figures);
}
