import { finiteNumber, list, optional, positive, record, refined, text, that, wholeNumber } from "../codec.ts";
import { plainObject, type Codec, type RecordCodec } from "../codec.ts";
import type { ColumnProfile } from "../encoding/columnProfile.ts";
import { columnProfileCodec } from "../encoding/columnProfileCodec.ts";
import type { Encoding } from "../encoding/encoding.ts";
import type { RowSketch } from "../encoding/rowSketch.ts";
import { rowSketchCodec } from "../encoding/rowSketchCodec.ts";
import { encodingCodec } from "../encoding/encodingFromDocument.ts";

/** Where a posterior comes from. */
export interface Provenance {
  /** The model as plain data, options included. */
  readonly model: { readonly name: string; readonly [option: string]: unknown };
  readonly target: string;
  /** The labels, in the order of the class numbers. */
  readonly classes: readonly string[];
  readonly encoding: Encoding;
  readonly training: TrainingRows;
  /**
   * What the training rows hold in each column of the encoding, in its order: range, deciles, counts of levels. New rows are compared with it. Documents of
   * earlier versions have none.
   */
  readonly profiles?: readonly ColumnProfile[] | undefined;
  /** What the training rows are like together, as encoded: new rows are compared with it. Documents of earlier versions have none. */
  readonly sketch?: RowSketch | undefined;
  /** Class probabilities before a row is seen, in the order of the classes, where they were given; else the class frequencies. */
  readonly priors: readonly number[] | undefined;
  readonly seed: number;
  /** The engine that did the arithmetic, by name. */
  readonly engine: string;
  /** The version of the library that fitted it. */
  readonly library: string;
}

/** The rows that a posterior was learned from. */
export interface TrainingRows {
  /** Their places in the training table, from 0. */
  readonly rows: readonly number[];
  readonly classes: readonly number[];
  /** All one when absent. */
  readonly weights: readonly number[] | undefined;
  /** Where these rows are a sample of those that were learned from: how many those were, and the summed weight of each class. */
  readonly of?: AllRows | undefined;
}

/** What is known of all rows that a posterior was learned from. */
interface AllRows {
  readonly rows: number;
  readonly classes: readonly number[];
}

/** The summed weight of each class over all rows that a posterior was learned from. */
export function trainingSizes({ classes, weights, of }: TrainingRows, classCount: number): Float64Array {
  if (of) return Float64Array.from(of.classes);
  const sizes = new Float64Array(classCount);
  classes.forEach((q, row) => (sizes[q] += weights?.[row] ?? 1));
  return sizes;
}

/** A copy, so that nobody changes a posterior by changing its document. */
const modelCodec: Codec<Readonly<Record<string, unknown>>> = {
  read: (value, path) => plainObject.read(value, path),
  write: (model) => structuredClone(model),
};

/** The part of a document that all models have; reading the model itself is left to the catalogue. */
export const provenanceCodec: RecordCodec<Omit<Provenance, "model"> & { readonly model: unknown }> = refined(
  record({
    library: text,
    engine: text,
    seed: wholeNumber(Number.MIN_SAFE_INTEGER),
    model: modelCodec,
    target: text,
    classes: that(
      list(text),
      "a list of at least two different labels",
      (labels) => labels.length >= 2 && new Set(labels).size === labels.length,
    ),
    encoding: encodingCodec,
    training: refined(
      record({
        rows: list(wholeNumber(0)),
        classes: list(wholeNumber(0)),
        weights: optional(list(finiteNumber)),
        of: optional(record({ rows: wholeNumber(1), classes: list(positive) })),
      }),
      ({ rows, classes, weights }, expect) => {
        expect.length(classes, ".classes", rows.length, "class numbers");
        if (weights) expect.length(weights, ".weights", rows.length, "weights");
      },
    ),
    profiles: optional(list(columnProfileCodec)),
    sketch: optional(rowSketchCodec),
    priors: optional(list(finiteNumber)),
  }),
  ({ classes, training, encoding, profiles }, expect) => {
    if (profiles) {
      expect.length(profiles, ".profiles", encoding.columns.length, "profiles");
      profiles.forEach((profile, at) => {
        const column = encoding.columns[at];
        expect.that(profile.name === column.name, `.profiles[${at}].name`, `the name ${column.name}`, profile.name);
        const kind = column.kind === "category" ? "category" : "number";
        expect.that(profile.kind === kind, `.profiles[${at}].kind`, kind, profile.kind);
        if (profile.kind === "category" && column.kind === "category") {
          const levels = column.levels.length + (column.rareLevels ? 1 : 0);
          expect.length(profile.counts, `.profiles[${at}].counts`, levels, "counts");
        }
      });
    }
    if (training.of) expect.length(training.of.classes, ".training.of.classes", classes.length, "weights of classes");
    const outside = training.classes.findIndex((number) => number >= classes.length);
    const place = `.training.classes[${outside}]`;
    expect.that(outside < 0, place, `a number below ${classes.length}`, training.classes[outside]);
  },
);
