import {
  finiteNumber,
  list,
  matrixOf,
  numbersOf,
  oneOf,
  optional,
  plainObject,
  record,
  refined,
  refuse,
  text,
  that,
  wholeNumber,
  type Codec,
  type RecordCodec,
} from "../codec.ts";
import { candidatesCodec } from "./candidate.ts";
import { chainReportCodec } from "./chainReport.ts";
import type { FitFigures, KeptParts, NumericPosterior } from "./numericPosterior.ts";

/** JSON has no −Infinity, the logarithm of a probability of zero; it is written as a text. */
export const minusInfinity = "-Infinity";

/** Zero, but for rounding. */
const largestLogProbability = 1e-6;

const logProbability: Codec<number> = {
  read(value, path) {
    const number = value === minusInfinity || value === -Infinity ? -Infinity : finiteNumber.read(value, path);
    return number <= largestLogProbability ? number : refuse(path, "the logarithm of a probability", value);
  },
  write: (value) => (value === -Infinity ? minusInfinity : value),
};

const probability: Codec<number> = that(finiteNumber, "a probability", (value) => value >= 0 && value <= 1);

/** A numeric posterior as documents hold it: how the fit came out, and parameters that the model reads. */
export interface NumericParts extends FitFigures {
  readonly parameters: Readonly<Record<string, unknown>>;
}

export const numericCodec: RecordCodec<NumericParts> = record({
  parameters: plainObject,
  leaveOneOut: optional(
    refined(
      record({
        method: oneOf("exact", "approximate", "folds"),
        logProbabilities: matrixOf(logProbability),
        omitted: list(wholeNumber(0)),
      }),
      ({ logProbabilities: { rows }, omitted }, expect) =>
        omitted.forEach((row, at) => expect.that(row < rows, `.omitted[${at}]`, `a row number below ${rows}`, row)),
    ),
  ),
  labelNoise: optional(record({ rates: numbersOf(probability), flipProbabilities: numbersOf(probability) })),
  evidence: optional(finiteNumber),
  search: optional(record({ gradientNorm: finiteNumber, atBounds: list(text) })),
  chains: optional(chainReportCodec),
  candidates: optional(candidatesCodec),
  warnings: list(record({ code: text, message: text })),
});

/** What a document holds of a numeric posterior. */
export function numericParts(posterior: NumericPosterior, kept?: KeptParts): NumericParts {
  return { ...posterior, parameters: posterior.parameters(kept) };
}

/** A numeric posterior as plain data: the part of the document that depends on the model, and how the fit came out. */
export function numericDocument(posterior: NumericPosterior, kept?: KeptParts): Record<string, unknown> {
  return numericCodec.write(numericParts(posterior, kept));
}
