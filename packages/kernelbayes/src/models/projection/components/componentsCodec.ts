import { inline, numbersOf, positive, record, refined, that, type RecordCodec } from "../../../codec.ts";
import { encodedMatrix, encodedNumber } from "../../../posterior/largestEncodedValue.ts";
import { kernelCodec } from "../../parts/kernelCodec.ts";
import type { ComponentProjection } from "./componentProjection.ts";

/** A projection onto kernel principal components by its numbers. Scores of training rows are not part of it. */
export const componentsCodec: RecordCodec<Omit<ComponentProjection, "project">> = refined(
  record({
    kernel: kernelCodec,
    basis: inline(record({ rows: encodedMatrix, means: numbersOf(encodedNumber), coefficients: encodedMatrix })),
    eigenvalues: that(
      numbersOf(positive),
      "one or more numbers, none above the one before",
      (values) => values.length > 0 && values.every((value, l) => l === 0 || value <= values[l - 1]),
    ),
    total: positive,
  }),
  ({ basis: { rows, means, coefficients }, eigenvalues, total }, expect) => {
    expect.length(means, ".means", rows.rows);
    expect.shape(coefficients, ".coefficients", rows.rows, eigenvalues.length);
    const sum = eigenvalues.reduce((all, value) => all + value, 0);
    expect.that(total >= sum * (1 - 1e-9), ".total", "at least the sum of the eigenvalues", total);
  },
);
