import {
  finiteNumber,
  list,
  matrixDocument,
  matrixReader,
  oneOf,
  optional,
  plainObject,
  record,
  refuse,
  text,
  wholeNumber,
} from "../schema.ts";
import type { FitFigures, NumericPosterior } from "./numericPosterior.ts";

/** A numeric posterior as plain data: the part of the document that depends on the model, and how the fit came out. */
export function numericDocument(posterior: NumericPosterior): Record<string, unknown> {
  const { leaveOneOut, evidence, search, warnings } = posterior;
  return {
    parameters: posterior.parameters(),
    ...(leaveOneOut && {
      leaveOneOut: {
        method: leaveOneOut.method,
        logProbabilities: matrixDocument(leaveOneOut.logProbabilities),
        omitted: [...leaveOneOut.omitted],
      },
    }),
    ...(evidence !== undefined && { evidence }),
    ...(search && { search: { gradientNorm: search.gradientNorm, atBounds: [...search.atBounds] } }),
    warnings: warnings.map(({ code, message }) => ({ code, message })),
  };
}

const schema = record({
  parameters: plainObject,
  leaveOneOut: optional(
    record({
      method: oneOf("exact", "approximate", "folds"),
      logProbabilities: matrixReader,
      omitted: list(wholeNumber(0)),
    }),
  ),
  evidence: optional(finiteNumber),
  search: optional(record({ gradientNorm: finiteNumber, atBounds: list(text) })),
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
