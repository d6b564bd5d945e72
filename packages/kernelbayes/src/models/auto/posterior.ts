import type { Matrix } from "../../engine/matrix.ts";
import { numericParts } from "../../posterior/numericDocument.ts";
import type { FitFigures, KeptParts, NumericPosterior } from "../../posterior/numericPosterior.ts";
import type { Context, Model, ModelDocument } from "../model.ts";
import { combinedPrediction, combinedProbabilities, sharesOf, type Combination } from "./combination.ts";
import { autoCodec, type MemberParts } from "./autoCodec.ts";
import { areSameView, isGivenView, viewer, type View } from "./view.ts";

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
    heldRows: () =>
      members.flatMap(({ view, posterior }) =>
        isGivenView(view) ? (posterior.expansion?.().sums.map(({ rows }) => rows) ?? []) : [],
      ),
    parameters: (kept) => {
      // Intervals are made of more members than probabilities are.
      const { members: written, combination } = kept?.intervals === false ? probabilityMembers(parts) : parts;
      return autoCodec.write({ ...parts, combination, members: written.map((member) => writtenMember(member, kept)) });
    },
  };
}

/** The predictions of members as one: only members that count are asked, and those of one view see the same rows. */
export function oneVoice(
  parts: Pick<CombinedMembers, "members" | "combination">,
): Pick<NumericPosterior, "predict" | "probabilities"> {
  const ofIntervals = usedMembers(parts, countsInIntervals(parts.combination));
  const ofProbabilities = probabilityMembers(parts);
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

/** The members that probabilities or intervals are made of, and their combination: the others need not be kept. */
export function withoutIdle({ sizes, ...parts }: CombinedMembers): CombinedMembers {
  const { members, combination } = usedMembers(parts, countsInIntervals(parts.combination));
  return { members, combination, sizes };
}

function countsInIntervals(combination: Combination): (member: number) => boolean {
  const shares = sharesOf(combination);
  const widths = "pool" in combination ? combination.doubt?.shares : undefined;
  return (k) => shares[k] > 0 || (widths?.[k] ?? 0) > 0;
}

/** The members that probabilities are made of. */
function probabilityMembers(parts: Pick<CombinedMembers, "members" | "combination">): ReturnType<typeof usedMembers> {
  const shares = sharesOf(parts.combination);
  return usedMembers(parts, (k) => shares[k] > 0);
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

function writtenMember(member: Member, kept: KeptParts | undefined): MemberParts {
  return { ...member, posterior: { ...numericParts(member.posterior, kept), leaveOneOut: undefined } };
}

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
