import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { toRows } from "../../src/matrix/index.ts";
import { models } from "../../src/models/index.ts";
import { decodeDocument } from "../../src/posterior/decodeDocument.ts";
import { documentVersion } from "../../src/posterior/posterior.ts";
import { tableFromColumns, type Cell } from "../../src/table/table.ts";

interface Exhibit {
  readonly asked: Record<string, Cell[]>;
  readonly level: number;
  readonly expected: Record<"probabilities" | "lower" | "upper", number[][]> & { readonly labels: string[] };
  readonly document: ExhibitDocument;
}

interface ExhibitDocument {
  readonly version: number;
  readonly model: { readonly name: string };
  readonly encoding: { readonly columns: readonly unknown[] };
  readonly parameters: Readonly<Record<string, unknown>>;
}

const files = import.meta.glob<Exhibit>("../fixtures/documents/*.json", { eager: true, import: "default" });
const exhibits = Object.entries(files).map(([path, exhibit]): [string, Exhibit] => [path.split("/").at(-1)!, exhibit]);

/** The same documents in the safetensors layout, by the names of the exhibits. */
const packed = import.meta.glob<string>("../fixtures/documents/*.safetensors", {
  eager: true,
  import: "default",
  query: "?url&inline",
});

function packedBytes(name: string): Uint8Array {
  const address = packed[`../fixtures/documents/${name.replace(/json$/, "safetensors")}`];
  return Uint8Array.from(atob(address.split(",")[1]), (character) => character.charCodeAt(0));
}

/** Former options of models in these documents, and what they are now. */
const formerOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "bayesian-kfda regularization leave-one-out": { regularization: "auto", criterion: "leave-one-out" },
  "bfd inference evidence": { hyperparameters: "evidence" },
  "bfd precision search": { precision: "auto" },
  "bfd-linear inference evidence": { hyperparameters: "evidence" },
  "bfd-linear prior ard": { ard: true },
  "bkpc bandwidth data": { bandwidth: "auto" },
  "bkpc projections leave-one-out": { projections: "auto", criterion: "leave-one-out" },
  "kfd regularization cross-validation": { regularization: "auto" },
  "kfd regularizer kernel": { penalty: "kernel" },
  "kfd threshold cross-validation": { threshold: "auto" },
  "klr cost search": { regularization: "auto" },
  "logistic penalty leave-one-out": { regularization: "auto" },
  "svc cost search": { regularization: "auto" },
  "tsvc variance search": { regularization: "auto" },
};

/** What later versions write that these documents lack, by model: options with their defaults, and parts that follow from the others. */
const laterParts: Readonly<Record<string, Readonly<Record<"model" | "parameters", readonly string[]>>>> = {
  bfd: { model: ["distance", "tolerance", "labelNoise", "basis"], parameters: ["coefficients", "centers", "distance"] },
  "bfd-linear": { model: [], parameters: ["centers"] },
  gpc: { model: ["hyperparameters"], parameters: [] },
};

/** What is written today, without the parts that the old document lacks because they came later. */
function withoutLaterParts(written: ExhibitDocument, document: ExhibitDocument): unknown {
  const later = laterParts[document.model.name];
  if (!later) return written;
  const kept = (part: "model" | "parameters"): unknown =>
    Object.fromEntries(
      Object.entries(written[part]).filter(([key]) => key in document[part] || !later[part].includes(key)),
    );
  return { ...written, model: kept("model"), parameters: kept("parameters") };
}

/** The document with former options of its model, and of models within, replaced. */
function inPresentWords(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inPresentWords);
  const entries = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    const now = "name" in value && formerOptions[`${String(value.name)} ${key} ${String(each)}`];
    return now ? Object.entries(now) : [[key, inPresentWords(each)]];
  });
  return Object.fromEntries(entries);
}

test("there is a document of the current version for every model of the catalogue and both couplings", () => {
  const current = exhibits.filter(([, { document }]) => document.version === documentVersion);
  const names = [...Object.keys(models), "one-versus-rest", "pairwise"];
  expect(new Set(current.map(([, { document }]) => document.model.name))).toEqual(new Set(names));
});

/** Models whose documents are shorter now: rows and views stand there once, and machines without what was left out of them. */
const shorter = ["auto", "one-versus-rest", "pairwise"];

describe.each(exhibits)("the old document %s", (name, { asked, level, expected, document }) => {
  const posterior = loadPosterior(structuredClone(document));
  const prediction = posterior.predict(tableFromColumns(asked), { level });

  test("loads and predicts what it predicted when it was written", () => {
    expect(prediction.labels).toEqual(expected.labels);
    toRows(prediction.probabilities).forEach((row, i) => {
      row.forEach((value, c) => expect(Math.abs(value - expected.probabilities[i][c])).toBeLessThan(1e-10));
    });
  });

  test("has the same intervals as when it was written", () => {
    // The iteration that couples pairs stops at 1e-10, so that another rounding of the machines moves an end by a few times that.
    const precision = name.startsWith("pairwise") ? 1e-9 : 1e-10;
    for (const end of ["lower", "upper"] as const) {
      toRows(prediction[end]).forEach((row, i) => {
        row.forEach((value, c) => expect(Math.abs(value - expected[end][i][c])).toBeLessThan(precision));
      });
    }
  });

  test("is written again as it was in the present words of its options, or shorter", () => {
    if (document.version !== documentVersion) return;
    const written = JSON.parse(JSON.stringify(posterior.toDocument())) as ExhibitDocument;
    if (shorter.includes(document.model.name)) {
      expect(JSON.stringify(written).length).toBeLessThan(JSON.stringify(document).length);
      expect(loadPosterior(written).predict(tableFromColumns(asked), { level })).toEqual(prediction);
      return;
    }
    expect(withoutLaterParts(written, document)).toEqual(inPresentWords(document));
  });

  test("is refused at once if a column of its encoding is missing", () => {
    const { encoding, ...rest } = structuredClone(document);
    for (let at = 0; at < encoding.columns.length; at++) {
      const columns = encoding.columns.filter((_, other) => other !== at);
      expect(() => loadPosterior({ ...rest, encoding: { ...encoding, columns } })).toThrow(InputError);
    }
  });

  test("is the same in the safetensors layout", () => {
    const bytes = packedBytes(name);
    expect(decodeDocument(bytes)).toEqual(document);
    expect(loadPosterior(bytes).predict(tableFromColumns(asked), { level })).toEqual(prediction);
  });
});

test("a document of gpc with a coefficient of 1.7e308, for which no number comes out, is refused", () => {
  const document = structuredClone(files["../fixtures/documents/gpc.v1.json"].document) as unknown as {
    parameters: { members: { coefficients: number[] }[] };
  };
  document.parameters.members[0].coefficients[0] = 1.7e308;
  expect(() => loadPosterior(document)).toThrow(InputError);
});
