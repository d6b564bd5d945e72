import {
  areAscending,
  mapped,
  numbersOf,
  plainObject,
  positive,
  that,
  wholeNumber,
  type Codec,
  type Expect,
} from "../../codec.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Kernel } from "../../kernels/kernel.ts";

/** A kernel in the document of a fit. */
export const kernelCodec: Codec<Kernel> = {
  read: (value, path) => kernelFromDocument(plainObject.read(value, path)),
  write: (kernel) => kernel.toDocument(),
};

/** Weighted numbers of rows of the classes. */
export const classSizes: Codec<Float64Array> = that(
  numbersOf(positive),
  "two or more positive numbers",
  (sizes) => sizes.length >= 2,
);

/** Ascending numbers of rows. */
export const rowNumbers: Codec<Int32Array> = mapped(
  that(numbersOf(wholeNumber(0)), "ascending row numbers", areAscending),
  (rows) => Int32Array.from(rows),
  (rows) => Float64Array.from(rows),
);

/** What documents of two classes hold of the rows that their posterior is made from. */
interface LabelledFields {
  readonly rows: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/** The class of each row, 0 or 1. */
export const rowClasses: Codec<Int32Array> = mapped(
  that(
    numbersOf(wholeNumber(0, 1)),
    "0 or 1 for each row, both occurring",
    (classes) => classes.includes(0) && classes.includes(1),
  ),
  (classes) => Int32Array.from(classes),
  (classes) => Float64Array.from(classes),
);

/** The weight of each row. */
export const rowWeights: Codec<Float64Array> = numbersOf(positive);

/** A class and a weight for each row. */
export function expectLabelled({ rows, classes, weights }: LabelledFields, expect: Expect): void {
  expect.length(classes, ".classes", rows.rows, "class numbers");
  expect.length(weights, ".weights", rows.rows);
}
