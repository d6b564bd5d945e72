import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { numericCodec, numericDocument, type NumericParts } from "../../src/posterior/numericDocument.ts";
import type { NumericPosterior } from "../../src/posterior/numericPosterior.ts";
import { thrown } from "../thrown.ts";

const bare: NumericPosterior = {
  predict: () => {
    throw new Error("No prediction is asked for here.");
  },
  probabilities: () => {
    throw new Error("No prediction is asked for here.");
  },
  parameters: () => ({ slope: 2 }),
  leaveOneOut: undefined,
  evidence: undefined,
  warnings: [],
};

const full: NumericPosterior = {
  ...bare,
  leaveOneOut: {
    method: "folds",
    logProbabilities: matrix(3, 2, Float64Array.of(-0.5, -1, 0, -Infinity, 0, 0)),
    omitted: [2],
  },
  evidence: -12.5,
  search: { gradientNorm: 1e-9, atBounds: ["lengthScale"] },
  warnings: [{ code: "at-bound", message: "A bound was met." }],
};

/** Through JSON text and back. */
function reread(posterior: NumericPosterior): NumericParts {
  return numericCodec.read(JSON.parse(JSON.stringify(numericDocument(posterior))), "document");
}

test("everything that a fit reports survives JSON, also a probability of zero", () => {
  const { parameters, ...figures } = reread(full);
  expect(parameters).toEqual({ slope: 2 });
  const { leaveOneOut, evidence, search, warnings } = full;
  expect(figures).toEqual({ leaveOneOut, evidence, search, warnings });
});

test("what a fit does not report is absent from the document and stays absent", () => {
  expect(Object.keys(numericDocument(bare))).toEqual(["parameters", "warnings"]);
  expect(reread(bare)).toEqual({
    parameters: { slope: 2 },
    leaveOneOut: undefined,
    evidence: undefined,
    search: undefined,
    warnings: [],
  });
});

test("a document between threads, where −Infinity is a number, is read as well", () => {
  const document = { ...numericDocument(full) };
  document.leaveOneOut = {
    ...full.leaveOneOut,
    logProbabilities: { rows: 1, columns: 2, data: [-Infinity, 0] },
    omitted: [],
  };
  expect(numericCodec.read(structuredClone(document), "document").leaveOneOut?.logProbabilities.data[0]).toBe(
    -Infinity,
  );
});

describe("a numeric document is refused", () => {
  const part = (change: object): object => ({ ...numericDocument(full), ...change });
  const leaveOneOut = (change: object): object =>
    part({ leaveOneOut: { ...(numericDocument(full).leaveOneOut as object), ...change } });
  const logs = (...data: unknown[]): object => leaveOneOut({ logProbabilities: { rows: 3, columns: 2, data } });

  test.each([
    ["without parameters", part({ parameters: undefined }), "document.parameters"],
    ["with parameters that are no object", part({ parameters: [1] }), "document.parameters"],
    ["with an unknown way of leaving out", leaveOneOut({ method: "guess" }), "document.leaveOneOut.method"],
    ["with a log probability above 0", logs(0.5, 0, 0, 0, 0, 0), "logProbabilities.data[0]"],
    ["with a text for a log probability", logs(0, "Infinity", 0, 0, 0, 0), "logProbabilities.data[1]"],
    ["with null for a log probability", logs(0, 0, null, 0, 0, 0), "logProbabilities.data[2]"],
    ["with an omitted row that is not there", leaveOneOut({ omitted: [1, 3] }), "leaveOneOut.omitted[1]"],
    ["with evidence that is no number", part({ evidence: "high" }), "document.evidence"],
    ["with a search without its gradient", part({ search: { atBounds: [] } }), "document.search.gradientNorm"],
    ["without warnings", part({ warnings: undefined }), "document.warnings"],
    ["with a warning that is a text", part({ warnings: ["careful"] }), "document.warnings[0]"],
  ])("%s", (_, document, path) => {
    const error = thrown(() => numericCodec.read(document, "document"));
    expect(error.code).toBe("invalid-document");
    expect(error.message).toContain(path);
  });
});
