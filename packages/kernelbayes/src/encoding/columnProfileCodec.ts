import { finiteNumber, list, oneOf, record, text, that, variants, type Codec } from "../codec.ts";
import { profileQuantiles, type ColumnProfile } from "./columnProfile.ts";

const mass = that(finiteNumber, "a number of at least 0", (value) => value >= 0);

/** Profiles of columns in a document. */
export const columnProfileCodec: Codec<ColumnProfile> = variants<ColumnProfile>({
  number: record({
    kind: oneOf("number"),
    name: text,
    quantiles: that(
      list(finiteNumber),
      `${profileQuantiles} numbers, none below the one before`,
      (values) => values.length === profileQuantiles && neverFalls(values),
    ),
    upTo: that(
      list(mass),
      `${profileQuantiles} numbers of at least 0, none below the one before`,
      (values) => values.length === profileQuantiles && neverFalls(values),
    ),
    missing: mass,
  }),
  category: record({ kind: oneOf("category"), name: text, counts: list(mass), missing: mass }),
});

function neverFalls(values: readonly number[]): boolean {
  return values.every((value, at) => at === 0 || value >= values[at - 1]);
}
