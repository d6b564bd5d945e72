import type { Matrix } from "../engine/matrix.ts";
import {
  finiteNumber,
  list,
  matrixOf,
  oneOf,
  optional,
  plainObject,
  record,
  refuse,
  text,
  wholeNumber,
  type Reader,
} from "../schema.ts";
import { candidates } from "./candidate.ts";
import { chainReport, chainReportDocument } from "./chainReport.ts";
import type { FitFigures, NumericPosterior } from "./numericPosterior.ts";

/** A numeric posterior as plain data: the part of the document that depends on the model, and how the fit came out. */
export function numericDocument(posterior: NumericPosterior): Record<string, unknown> {
  const { leaveOneOut, evidence, search, chains, candidates: tried, warnings } = posterior;
  return {
    parameters: posterior.parameters(),
    ...(leaveOneOut && {
      leaveOneOut: {
        method: leaveOneOut.method,
        logProbabilities: logProbabilitiesDocument(leaveOneOut.logProbabilities),
        omitted: [...leaveOneOut.omitted],
      },
    }),
    ...(evidence !== undefined && { evidence }),
    ...(search && { search: { gradientNorm: search.gradientNorm, atBounds: [...search.atBounds] } }),
    ...(chains && { chains: chainReportDocument(chains) }),
    ...(tried && { candidates: structuredClone(tried) }),
    warnings: warnings.map(({ code, message }) => ({ code, message })),
  };
}

/** JSON has no −Infinity, the logarithm of a probability of zero; it is written as a text. */
export const minusInfinity = "-Infinity";

function logProbabilitiesDocument({ rows, columns, data }: Matrix): Record<string, unknown> {
  return { rows, columns, data: Array.from(data, (value) => (value === -Infinity ? minusInfinity : value)) };
}

const logProbability: Reader<number> = (value, path) => {
  const number = value === minusInfinity || value === -Infinity ? -Infinity : finiteNumber(value, path);
  return number <= largestLogProbability ? number : refuse(path, "the logarithm of a probability", value);
};

/** Zero, but for rounding. */
const largestLogProbability = 1e-6;

const schema = record({
  parameters: plainObject,
  leaveOneOut: optional(
    record({
      method: oneOf("exact", "approximate", "folds"),
      logProbabilities: matrixOf(logProbability),
      omitted: list(wholeNumber(0)),
    }),
  ),
  evidence: optional(finiteNumber),
  search: optional(record({ gradientNorm: finiteNumber, atBounds: list(text) })),
  chains: optional(chainReport),
  candidates: optional(candidates),
  warnings: list(record({ code: text, message: text })),
});

/** Reads a numeric document; the parameters are left to the model. */
export function readNumericDocument(
  document: unknown,
  path: string,
): { readonly parameters: Readonly<Record<string, unknown>>; readonly figures: FitFigures } {
  const { parameters, ...figures } = schema(document, path);
  const { leaveOneOut } = figures;
  leaveOneOut?.omitted.forEach((row, at) => {
    if (row >= leaveOneOut.logProbabilities.rows) {
      refuse(`${path}.leaveOneOut.omitted[${at}]`, `a row number below ${leaveOneOut.logProbabilities.rows}`, row);
    }
  });
  return { parameters, figures };
}
