import { expect, test } from "vitest";
import * as known from "../../src/entries/predict.ts";
import { fitSync } from "../../src/fit/fit.ts";
import { loadKnownPosterior, type KnownModel } from "../../src/fit/loadKnownPosterior.ts";
import { models } from "../../src/models/index.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { oneVersusRest } from "../../src/models/coupled/oneVersusRest.ts";
import { thrown } from "../thrown.ts";
import { tableFromColumns } from "../../src/table/table.ts";

const table = tableFromColumns({
  size: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  kind: ["a", "a", "b", "a", "b", "b", "c", "c", "c"],
});
const document = fitSync(linearDiscriminant(), table, { target: "kind" }).toDocument();

test("a document of a known model is loaded as with all models", () => {
  const posterior = loadKnownPosterior(document, { models: [known.lda, known.qda] });
  expect(posterior.toDocument()).toEqual(document);
});

test("one of another model is refused by name", () => {
  const error = thrown(() => loadKnownPosterior(document, { models: [known.logistic] }));
  expect(error.code).toBe("unknown-model");
  expect(error.message).toContain('"lda"');
});

test("couplings of known models are known", () => {
  const coupled = fitSync(oneVersusRest(linearDiscriminant()), table, { target: "kind" }).toDocument();
  expect(loadKnownPosterior(coupled, { models: [known.lda] }).toDocument()).toEqual(coupled);
});

test("members of auto are read by the entries beside it", () => {
  const auto = { ...document, model: { name: "auto" } };
  const error = thrown(() => loadKnownPosterior(auto, { models: [known.auto, known.lda] }));
  // The parameters are those of a discriminant; the model itself was found.
  expect(error.code).toBe("invalid-document");
});

test("every model of the catalogue has an entry of its own for pages", () => {
  const entries = Object.values(known).filter((value) => typeof value !== "function" || value === known.auto);
  const names = entries.map((value) => {
    const entry = value as KnownModel;
    return typeof entry === "function" ? "auto" : entry.create().name;
  });
  expect(names.toSorted()).toEqual(Object.keys(models).toSorted());
});
