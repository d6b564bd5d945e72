import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { referenceEngine } from "../../src/engine/reference/index.ts";
import { InputError } from "../../src/errors.ts";
import { fitSync } from "../../src/fit/fit.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { auto } from "../../src/models/auto/auto.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { leastSquaresSupportVector } from "../../src/models/leastSquares/lssvm.ts";
import { oneVersusRest } from "../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../src/models/coupled/pairwise.ts";
import { encodeDocument } from "../../src/posterior/encodeDocument.ts";
import { ensureValid } from "../../src/testing/model/trial.ts";
import { thrown } from "../thrown.ts";
import { clouds, target, withNumbers, withTexts } from "./samples.ts";

type Json = Record<string, unknown>;

const table = clouds(3, 6);
const posterior = fitSync(linearDiscriminant(), table, { target });
const text = JSON.stringify(posterior.toDocument());

/** Log probabilities of twenty rows that are certain. */
const zeros = { rows: 20, columns: 2, data: Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 0 : "-Infinity")) };

/** The document with some parts replaced. */
function changed(parts: Json): Json {
  return { ...(JSON.parse(text) as Json), ...parts };
}

describe("a document", () => {
  test("is read from text or as parsed JSON, and gives the same posterior", () => {
    for (const document of [text, JSON.parse(text), posterior.toDocument()]) {
      const loaded = loadPosterior(document);
      expect(loaded.toDocument()).toEqual(JSON.parse(text));
      expect(loaded.predict(table)).toEqual(posterior.predict(table));
      expect(loaded.score).toEqual(posterior.score);
    }
  });

  test("is read from bytes, be they JSON or safetensors, and from an ArrayBuffer", () => {
    const packed = encodeDocument(posterior.toDocument());
    const json = new TextEncoder().encode(text);
    const marked = new TextEncoder().encode(`\uFEFF \r\n${text}\n`);
    for (const bytes of [packed, packed.buffer, json, json.buffer, marked]) {
      const loaded = loadPosterior(bytes);
      expect(loaded.toDocument()).toEqual(JSON.parse(text));
      expect(loaded.predict(table)).toEqual(posterior.predict(table));
    }
  });

  test("of probabilities of zero is the same through text and through bytes", () => {
    const farApart = fitSync(linearDiscriminant(), clouds(2, 10, 1, 500), { target });
    const document = farApart.toDocument();
    const zero = { ...document, leaveOneOut: { ...(document.leaveOneOut as Json), logProbabilities: zeros } };
    const fromText = loadPosterior(JSON.stringify(zero));
    const fromBytes = loadPosterior(encodeDocument(zero));
    expect(fromText.leaveOneOut?.logProbabilities.data[1]).toBe(-Infinity);
    expect(fromBytes.leaveOneOut).toEqual(fromText.leaveOneOut);
    expect(fromBytes.toDocument()).toEqual(JSON.parse(JSON.stringify(zero)));
  });

  test("may begin with a byte order mark and be surrounded by white space", () => {
    expect(loadPosterior(`\uFEFF \r\n${text}\n\n`).classes).toEqual(posterior.classes);
  });

  test("keeps weights, and everything of every kind of column", () => {
    const rich = withTexts(
      withNumbers(clouds(2, 30), "count", (row) => 1 + (row % 2)),
      "soil",
      (row) => ["clay", "sand", "peat"][row % 3],
    );
    const options = { target, weights: "count", missing: "impute", rank: ["depth"], shrinkage: 0.1 } as const;
    const { shrinkage, ...fitOptions } = options;
    const original = fitSync(linearDiscriminant({ shrinkage }), rich, fitOptions);
    const loaded = loadPosterior(JSON.stringify(original.toDocument()));
    expect(loaded.training).toEqual(original.training);
    expect(loaded.encoding).toEqual(original.encoding);
    expect(loaded.predict(rich)).toEqual(original.predict(rich));
  });

  test("of coupled models keeps all figures, also where classes are far apart", () => {
    const farApart = clouds(3, 10, 1, 500);
    for (const model of [oneVersusRest(linearDiscriminant()), pairwise(linearDiscriminant())]) {
      const original = fitSync(model, farApart, { target });
      const loaded = loadPosterior(JSON.stringify(original.toDocument()));
      expect(loaded.leaveOneOut).toEqual(original.leaveOneOut);
      expect(loaded.predict(farApart)).toEqual(original.predict(farApart));
    }
  });

  test("predicts with the engine asked for and still says which one fitted it", () => {
    const reference = loadPosterior(text, { engine: referenceEngine });
    const named = loadPosterior(text, { engine: "reference" });
    expect(reference.engine).toBe(posterior.engine);
    expect(named.predict(table)).toEqual(reference.predict(table));
    expect(thrown(() => loadPosterior(text, { engine: "abacus" })).code).toBe("unknown-engine");
  });

  test("may hold parts that this version does not know", () => {
    expect(loadPosterior(changed({ comment: "kept by hand", extra: { deep: [1] } })).classes).toHaveLength(3);
  });
});

describe("a document is refused", () => {
  const { training, leaveOneOut, encoding, classes } = JSON.parse(text) as Record<string, Json>;
  const otherShape = JSON.parse(
    JSON.stringify(fitSync(linearDiscriminant(), clouds(2, 6), { target }).toDocument()),
  ) as Json;

  test.each([
    ["of another format", { format: "pickle" }, "document.format"],
    ["without a version", { version: undefined }, "document.version"],
    ["of version 0", { version: 0 }, "document.version"],
    ["of one class", { classes: ["ash"] }, "document.classes"],
    ["with a label twice", { classes: ["ash", "ash", "birch"] }, "document.classes"],
    ["with too few labels", { classes: ["ash", "birch"] }, "document.training.classes[2]"],
    ["with too many labels", { classes: [...(classes as unknown as string[]), "oak"] }, "leaveOneOut.logProbabilities"],
    [
      "with too many labels and no scores",
      { classes: ["a", "b", "c", "d"], leaveOneOut: undefined },
      "document.parameters",
    ],
    ["without its training rows", { training: { ...training, rows: [] } }, "document.training.classes"],
    ["with a weight too few", { training: { ...training, weights: [1] } }, "document.training.weights"],
    [
      "with scores of other rows",
      { leaveOneOut: { ...leaveOneOut, logProbabilities: { rows: 1, columns: 3, data: [0, 0, 0] } } },
      "a 18 × 3 matrix",
    ],
    [
      "with a column too few",
      { encoding: { ...encoding, columns: (encoding.columns as unknown[]).slice(1) }, profiles: undefined },
      "document.parameters",
    ],
    [
      "with parameters of two classes",
      { parameters: otherShape.parameters },
      "document.parameters should be parameters for 3 encoded columns and 3 classes",
    ],
    ["with a seed that is a text", { seed: "1" }, "document.seed"],
    ["with a model that is a text", { model: "lda" }, "document.model"],
  ])("%s", (_, parts, words) => {
    const error = thrown(() => loadPosterior(changed(parts)));
    expect(error.code).toBe("invalid-document");
    expect(error.message).toContain(words);
  });

  test("of a later version, with the advice to update", () => {
    const error = thrown(() => loadPosterior(changed({ version: 4 })));
    expect(error.code).toBe("newer-document");
    expect(error.message).toContain("version 4; this library reads versions up to 3");
  });

  test("of an unknown model, with the nearest name", () => {
    const error = thrown(() => loadPosterior(changed({ model: { name: "ldaa" } })));
    expect(error.code).toBe("unknown-model");
    expect(error.message).toContain("lda");
  });

  test("that is no JSON, with what is wrong with it", () => {
    expect(thrown(() => loadPosterior("{")).message).toContain("not valid JSON");
    expect(thrown(() => loadPosterior("")).code).toBe("invalid-document");
  });

  test("as bytes that are neither JSON nor safetensors", () => {
    const refusal = (...bytes: number[]): string => thrown(() => loadPosterior(Uint8Array.from(bytes))).message;
    expect(refusal()).toContain("not valid JSON");
    expect(refusal(...new TextEncoder().encode("pickle"))).toContain("not valid JSON");
    expect(refusal(0x80, 0x04, 0x95, 0xff)).toContain("neither UTF-8 text nor a safetensors file");
    expect(refusal(0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0, 0)).toContain("no complete safetensors file");
  });

  test("in the safetensors layout as in any other, with the path to what is wrong", () => {
    const { parameters } = posterior.toDocument() as unknown as { parameters: { means: Json } };
    const wrong = { ...parameters, means: { rows: 8, columns: 2, data: [...Array(15).keys(), "-Infinity"] } };
    expect(thrown(() => loadPosterior(encodeDocument(changed({ parameters: wrong }) as never))).message).toContain(
      "parameters.means.data[15] should be a finite number; found -Infinity",
    );
    expect(thrown(() => loadPosterior(encodeDocument(changed({ classes: ["ash"] }) as never))).message).toContain(
      "document.classes",
    );
    expect(thrown(() => loadPosterior(encodeDocument(changed({ version: 4 }) as never))).code).toBe("newer-document");
  });

  test("nested without end, as text or parsed, at any place", () => {
    const deep = `${"[".repeat(1e5)}${"]".repeat(1e5)}`;
    const objects = `${'{"model":'.repeat(1e5)}1${"}".repeat(1e5)}`;
    expect(thrown(() => loadPosterior(deep)).code).toBe("invalid-document");
    for (const part of ["model", "encoding", "parameters", "training", "classes", "leaveOneOut", "warnings"]) {
      for (const nested of [deep, objects]) {
        expect(thrown(() => loadPosterior(changed({ [part]: JSON.parse(nested) }))).name).toBe("InputError");
      }
    }
  });

  test("of models nested in models without end", () => {
    let model: Json = { name: "lda" };
    for (let depth = 0; depth < 1e4; depth++) model = { name: "pairwise", model };
    expect(thrown(() => loadPosterior(changed({ model }))).message).toContain("too deeply");
  });
});

describe("a document that was tampered with", () => {
  const documents = [
    posterior,
    fitSync(oneVersusRest(linearDiscriminant()), table, { target }),
    fitSync(
      linearDiscriminant({ shrinkage: 0.3 }),
      withTexts(table, "soil", (row) => `soil ${row % 2}`),
      { target },
    ),
  ].map((each) => JSON.parse(JSON.stringify(each.toDocument())) as Json);
  const rows = withTexts(clouds(3, 2), "soil", () => "soil 1");
  let paths: string[][][];
  beforeAll(() => {
    paths = documents.map((document) => pathsOf(document));
  });

  const replacement = fc.oneof(
    fc.constantFrom<unknown>(null, true, "", "lda", -1, 0, 1, 2, 0.5, 1e308, -1e308, 5e-324, 2 ** 53, [], {}, [[]]),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const mutation = fc.record({
    at: fc.nat(),
    how: fc.constantFrom("replace", "nudge", "remove", "shorten", "repeat", "copy"),
    from: fc.nat(),
    value: replacement,
  });

  test("is refused with an InputError or predicts validly, and nothing else happens", () => {
    let refused = 0;
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.nat(documents.length - 1),
        fc.array(mutation, { minLength: 1, maxLength: 2 }),
        (which, mutations) => {
          const document = structuredClone(documents[which]);
          for (const { at, how, from, value } of mutations) {
            const all = paths[which];
            mutate(document, all[at % all.length], how, all[from % all.length], value);
          }
          try {
            ensureValid(loadPosterior(document).predict(rows));
            accepted++;
          } catch (error) {
            if (!(error instanceof InputError)) throw error;
            refused++;
          }
        },
      ),
      { seed: 20_240_501, numRuns: 400 },
    );
    // Both happen often, or the mutations are too tame or too wild.
    expect(Math.min(refused, accepted)).toBeGreaterThan(20);
  });
});

describe("a safetensors file that was tampered with", () => {
  // Shrunk, because its intervals need no draws.
  const bytes = encodeDocument(fitSync(linearDiscriminant({ shrinkage: 0.3 }), table, { target }).toDocument());
  const rows = clouds(3, 2);

  test("is refused with an InputError or predicts validly, and nothing else happens", () => {
    let refused = 0;
    let accepted = 0;
    const bit = fc.oneof(
      fc.nat(bytes.length * 8 - 1),
      fc.integer({ min: (bytes.length - 400) * 8, max: bytes.length * 8 - 1 }),
    );
    fc.assert(
      fc.property(fc.array(bit, { minLength: 1, maxLength: 3 }), (bits) => {
        const changed = bytes.slice();
        for (const at of bits) changed[at >> 3] ^= 1 << (at & 7);
        try {
          ensureValid(loadPosterior(changed).predict(rows));
          accepted++;
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          refused++;
        }
      }),
      { seed: 20_240_502, numRuns: 1000 },
    );
    expect(Math.min(refused, accepted)).toBeGreaterThan(50);
  });
});

/** All paths; those to single numbers of long lists are thinned out, so that structure is hit as often as numbers. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner], index) =>
    Array.isArray(value) && index > 2 ? [] : [[...path, name], ...pathsOf(inner, [...path, name])],
  );
}

function valueAt(document: Json, path: readonly string[]): unknown {
  let place: unknown = document;
  for (const name of path) place = (place as Json | null | undefined)?.[name];
  return place;
}

function mutate(document: Json, path: readonly string[], how: string, from: readonly string[], value: unknown): void {
  const holder = valueAt(document, path.slice(0, -1));
  if (typeof holder !== "object" || holder === null) return;
  const place = holder as Json;
  const name = path[path.length - 1];
  const present = place[name];
  if (how === "remove") {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete place[name];
  } else if (how === "copy") {
    place[name] = structuredClone(valueAt(document, from));
  } else if (typeof present === "number" && how === "nudge") {
    place[name] = present * 1.125;
  } else if (Array.isArray(present) && how !== "replace") {
    place[name] = how === "shorten" ? present.slice(1) : [...present, ...present];
  } else {
    place[name] = value;
  }
}

test.each([
  ["lssvm", leastSquaresSupportVector()],
  ["auto", auto({ effort: "low" })],
])("%s without one of its columns is refused as a document, not with advice about rows", (_, model) => {
  const document = fitSync(model, clouds(2, 3), { target, engine: referenceEngine }).toDocument();
  const { columns, ...others } = document.encoding as { readonly columns: readonly unknown[] };
  const encoding = { ...others, columns: columns.slice(1) };
  const profiles = (document.profiles as readonly unknown[] | undefined)?.slice(1);
  const error = thrown(() => loadPosterior({ ...document, encoding, profiles }));
  expect(error).toMatchObject({ code: "invalid-document" });
  expect(error.message).toContain("document.parameters should be parameters for 2 encoded columns");
});
