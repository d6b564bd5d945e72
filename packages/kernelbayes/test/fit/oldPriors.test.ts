import { describe, expect, test } from "vitest";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { toRows } from "../../src/matrix/index.ts";
import { tableFromColumns, type Cell } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

interface Exhibit {
  readonly asked: Record<string, Cell[]>;
  readonly level: number;
  readonly expected: Record<"probabilities" | "lower" | "upper", number[][]> & { readonly labels: string[] };
  readonly document: { readonly version: number; readonly parameters: Record<string, unknown> };
}

const files = import.meta.glob<Exhibit>("../fixtures/documents/priors/*.json", { eager: true, import: "default" });
const exhibits = Object.entries(files).map(([path, exhibit]): [string, Exhibit] => [path.split("/").at(-1)!, exhibit]);

test("there are old documents of every way to hold priors", () => {
  expect(exhibits).toHaveLength(21);
});

/** The widths of pairs were weighed by the shifted probabilities; now they are those under the class frequencies, shifted. */
const otherIntervals = ["pairwise.v1.json"];

describe.each(exhibits)("the old document %s with priors", (name, { asked, level, expected, document }) => {
  const posterior = loadPosterior(structuredClone(document), { engine: "reference" });
  const prediction = posterior.predict(tableFromColumns(asked), { level });

  test("predicts what it predicted when it was written", () => {
    expect(prediction.labels).toEqual(expected.labels);
    const same = otherIntervals.includes(name) ? [] : (["lower", "upper"] as const);
    for (const part of ["probabilities", ...same] as const) {
      toRows(prediction[part]).forEach((row, i) => {
        row.forEach((value, c) => expect(Math.abs(value - expected[part][i][c])).toBeLessThan(1e-10));
      });
    }
  });

  test("predicts the same after it was written anew", () => {
    const again = loadPosterior(JSON.stringify(posterior.toDocument()), { engine: "reference" });
    const repeated = again.predict(tableFromColumns(asked), { level });
    repeated.logProbabilities.data.forEach((log, at) => {
      expect(log).toBeCloseTo(prediction.logProbabilities.data[at], 12);
    });
  });
});

test("priors of a document that are none for its classes are refused", () => {
  const { document } = files["../fixtures/documents/priors/klr.v1.json"];
  for (const priors of [[1], [0.5, 0.6], [1, 0], [0.2, 0.3, 0.5], "equal", [null, 1]]) {
    const old = { ...document, parameters: { ...document.parameters, priors } };
    const { priors: _, ...rest } = document.parameters;
    const beside = { ...document, version: 2, parameters: rest, priors };
    for (const each of [old, beside]) {
      const { code, message } = thrown(() => loadPosterior(structuredClone(each)));
      expect([code, message.includes("priors")]).toEqual(["invalid-document", true]);
    }
  }
});
