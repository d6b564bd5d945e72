import type { Matrix } from "../../engine/matrix.ts";
import { numericCodec, numericParts, type NumericParts } from "../../posterior/numericDocument.ts";
import type { FitFigures, KeptParts, NumericPosterior } from "../../posterior/numericPosterior.ts";
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
import { combinedPrediction, combinedProbabilities, sharesOf, type Combination } from "./combination.ts";
import { areSameView, viewCodec, viewer, type View } from "./view.ts";

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
  const { members } = parts;
  const viewsOf = memberViews(members);
  return {
    ...figures,
    ...oneVoice(parts),
    members: (X) => {
      const seen = viewsOf(X);
      return members.map(({ title, posterior }, k) => ({
        title,
        logProbabilities: posterior.probabilities(seen(k)).logProbabilities,
      }));
    },
    parameters: (kept) => autoCodec.write({ ...parts, members: members.map((member) => writtenMember(member, kept)) }),
  };
}

/** The predictions of members as one: only members that count are asked, and those of one view see the same rows. */
export function oneVoice(
  parts: Pick<CombinedMembers, "members" | "combination">,
): Pick<NumericPosterior, "predict" | "probabilities"> {
  const shares = sharesOf(parts.combination);
  const widths = "pool" in parts.combination ? parts.combination.doubt?.shares : undefined;
  const ofIntervals = usedMembers(parts, (k) => shares[k] > 0 || (widths?.[k] ?? 0) > 0);
  const ofProbabilities = usedMembers(parts, (k) => shares[k] > 0);
  return {
    predict: (X, level) => {
      const { members, combination, viewsOf } = ofIntervals;
      const seen = viewsOf(X);
      const predictions = members.map(({ posterior }, k) => posterior.predict(seen(k), level));
      return combinedPrediction(combination, predictions, level);
    },
    probabilities: (X) => {
      const { members, combination, viewsOf } = ofProbabilities;
      const seen = viewsOf(X);
      return combinedProbabilities(
        combination,
        members.map(({ posterior }, k) => posterior.probabilities(seen(k))),
      );
    },
  };
}

/** The members that count, and their combination; the first where none does, as a pool may take every member's part. */
function usedMembers(
  { members, combination }: Pick<CombinedMembers, "members" | "combination">,
  counts: (member: number) => boolean,
): Pick<CombinedMembers, "members" | "combination"> & { readonly viewsOf: ReturnType<typeof memberViews> } {
  const kept = Array.from(members.keys()).filter(counts);
  const places = kept.length > 0 ? kept : [0];
  const taken = (parts: Float64Array): Float64Array => Float64Array.from(places, (k) => parts[k]);
  const used = places.map((k) => members[k]);
  const viewsOf = memberViews(used);
  if ("weights" in combination) return { members: used, viewsOf, combination: { weights: taken(combination.weights) } };
  const { pool, doubt } = combination;
  return {
    members: used,
    viewsOf,
    combination: {
      ...combination,
      pool: { ...pool, coefficients: taken(pool.coefficients) },
      doubt: doubt && { ...doubt, shares: taken(doubt.shares) },
    },
  };
}

/** For rows, what each member by its number sees of them. Members of one view see the same matrix, which is made once. */
function memberViews(members: readonly Member[]): (X: Matrix) => (member: number) => Matrix {
  const firsts = members.map(({ view }) => members.findIndex((other) => areSameView(view, other.view)));
  const viewers = members.map(({ view }, k) => (firsts[k] === k ? viewer(view) : undefined));
  return (X) => {
    const seen = new Map<number, Matrix>();
    return (member) => {
      const first = firsts[member];
      let matrix = seen.get(first);
      if (!matrix) seen.set(first, (matrix = viewers[first]!(X)));
      return matrix;
    };
  };
}

/** A member as documents hold it. */
interface MemberParts extends Omit<Member, "model" | "posterior"> {
  readonly model: Readonly<Record<string, unknown>>;
  readonly posterior: NumericParts;
}

function writtenMember(member: Member, kept: KeptParts | undefined): MemberParts {
  return { ...member, posterior: { ...numericParts(member.posterior, kept), leaveOneOut: undefined } };
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
      doubt: optional(record({ shares: numbersOf(notNegative), hidden: numbersOf(notNegative) })),
    }),
    ({ width, doubt, ...pool }) => ({ pool: { ...pool, converged: true }, width, doubt }),
    ({ pool, width, doubt }) => ({ ...pool, width, doubt }),
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
        if (combination.doubt) {
          expect.length(combination.doubt.shares, ".doubt.shares", members.length);
          expect.length(combination.doubt.hidden, ".doubt.hidden", sizes.length);
        }
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
