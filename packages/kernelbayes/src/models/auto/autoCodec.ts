import type { Matrix } from "../../engine/matrix.ts";
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
  wholeNumber,
  type Codec,
  type RecordCodec,
} from "../../codec.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import { numericCodec, type NumericParts } from "../../posterior/numericDocument.ts";
import { classSizes } from "../parts/kernelCodec.ts";
import type { Combination } from "./combination.ts";
import type { CombinedMembers, Member } from "./posterior.ts";
import { ownRows, shareRows } from "./sharedRows.ts";
import { areSameView, viewCodec, widthOfView, type View } from "./view.ts";

/** A member with the plain data that its posterior is made of. */
export interface MemberParts extends Omit<Member, "model" | "posterior"> {
  readonly model: Readonly<Record<string, unknown>>;
  readonly posterior: NumericParts;
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

/** Parameters as documents hold them: members of one view name it by its number and share its rows. */
interface StoredMembers extends Omit<CombinedMembers, "members"> {
  /** Absent in documents of earlier versions, whose members have their own. */
  readonly views?: readonly { readonly columns: View; readonly rows?: Matrix | undefined }[] | undefined;
  readonly members: readonly (Omit<MemberParts, "view"> & { readonly view: number | View })[];
}

const viewNumber = wholeNumber(0);
const storedView: Codec<number | View> = {
  read: (value, path) => (Array.isArray(value) ? viewCodec.read(value, path) : viewNumber.read(value, path)),
  write: (view) => (typeof view === "number" ? viewNumber.write(view) : viewCodec.write(view)),
};

const storedCodec: RecordCodec<StoredMembers> = refined(
  record({
    views: optional(list(record({ columns: viewCodec, rows: optional(encodedMatrix) }))),
    members: list(record({ title: text, model: plainObject, view: storedView, posterior: numericCodec })),
    combination: inline(combinationCodec),
    sizes: classSizes,
  }),
  ({ views = [], members, combination, sizes }, expect) => {
    views.forEach(({ columns, rows }, v) =>
      expect.that(!rows || rows.columns === widthOfView(columns), `.views[${v}].rows`, "rows of the view", rows),
    );
    members.forEach(({ view }, k) =>
      expect.that(typeof view !== "number" || view < views.length, `.members[${k}].view`, "the number of a view", view),
    );
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

/** The parameters of members and of their combination. */
export const autoCodec: RecordCodec<Omit<CombinedMembers, "members"> & { readonly members: readonly MemberParts[] }> =
  mapped(storedCodec, withOwnViews, withSharedViews);

/** Each view once, with the rows that several models of its members keep. */
function withSharedViews<Parts extends { readonly members: readonly MemberParts[] }>(
  parts: Parts,
): Parts & Pick<StoredMembers, "views" | "members"> {
  const { members } = parts;
  const firsts = [...new Set(members.map(({ view }) => members.findIndex((other) => areSameView(view, other.view))))];
  const stored = new Map<number, StoredMembers["members"][number]>();
  const views = firsts.map((first, v) => {
    const { view: columns } = members[first];
    const places = Array.from(members.keys()).filter((k) => areSameView(members[k].view, columns));
    const { rows, parameters } = shareRows(
      places.map((k) => members[k].posterior.parameters),
      widthOfView(columns),
    );
    places.forEach((k, at) => {
      const { posterior, ...member } = members[k];
      stored.set(k, { ...member, view: v, posterior: { ...posterior, parameters: parameters[at] } });
    });
    return { columns, rows };
  });
  return { ...parts, views, members: members.map((_, k) => stored.get(k)!) };
}

function withOwnViews({ views = [], members, ...parts }: StoredMembers): ReturnType<typeof autoCodec.read> {
  return {
    ...parts,
    members: members.map(({ view, posterior, ...member }, k) => {
      if (typeof view !== "number") return { ...member, view, posterior };
      const { columns, rows } = views[view];
      const parameters = ownRows(posterior.parameters, rows, `parameters.members[${k}]`);
      return { ...member, view: columns, posterior: { ...posterior, parameters } };
    }),
  };
}
