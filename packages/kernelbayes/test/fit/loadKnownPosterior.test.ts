import { describe, expect, test } from "vitest";
import { fitSync } from "../../src/fit/fit.ts";
import { loadKnownPosterior } from "../../src/fit/loadKnownPosterior.ts";
import { auto } from "../../src/models/auto/auto.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { quadraticDiscriminant } from "../../src/models/discriminant/qda.ts";
import { oneVersusRest } from "../../src/models/coupled/oneVersusRest.ts";
import { logistic } from "../../src/models/logistic/logistic.ts";
import type { Model } from "../../src/models/model.ts";
import { thrown } from "../thrown.ts";
import { tableFromColumns } from "../../src/table/table.ts";

const table = tableFromColumns({
  size: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  kind: ["a", "a", "b", "a", "b", "b", "c", "c", "c"],
});
const document = fitSync(linearDiscriminant(), table, { target: "kind" }).toDocument();

test("a document of a given model is loaded as with all models", () => {
  const posterior = loadKnownPosterior(document, { models: [linearDiscriminant, quadraticDiscriminant] });
  expect(posterior.toDocument()).toEqual(document);
});

test("one of another model is refused with the names of those given", () => {
  const error = thrown(() => loadKnownPosterior(document, { models: [logistic] }));
  expect(error.code).toBe("unknown-model");
  expect(error.message).toBe(
    'There is no model "lda" among the given ones. There are logistic, one-versus-rest, pairwise.',
  );
});

test("couplings of given models are read", () => {
  const coupled = fitSync(oneVersusRest(linearDiscriminant()), table, { target: "kind" }).toDocument();
  expect(loadKnownPosterior(coupled, { models: [linearDiscriminant] }).toDocument()).toEqual(coupled);
});

test("former words of options are read by the factory alone", () => {
  const present = fitSync(logistic({ regularization: 3 }), table, { target: "kind" }).toDocument();
  const former = { ...present, model: { name: "logistic", penalty: 3 } };
  expect(loadKnownPosterior(former, { models: [logistic] }).toDocument()).toEqual(present);
});

test("a model of one's own is loaded by the function that makes it", () => {
  const shy = (): Model => ({ ...linearDiscriminant(), name: "shy", toDocument: () => ({ name: "shy" }) });
  const own = fitSync(shy(), table, { target: "kind" }).toDocument();
  expect(loadKnownPosterior(own, { models: [shy] }).toDocument()).toEqual(own);
});

describe("auto", () => {
  const posterior = fitSync(auto({ effort: "low" }), table, { target: "kind" });

  test("reads its members without being given them", () => {
    const restored = loadKnownPosterior(posterior.toDocument(), { models: [auto] });
    expect(restored.predict(table).probabilities).toEqual(posterior.predict(table).probabilities);
  });

  test("refuses members that it never has, with the names of those it may have", () => {
    const changed = JSON.parse(JSON.stringify(posterior.toDocument())) as {
      parameters: { members: { model: unknown }[] };
    };
    changed.parameters.members[0].model = { name: "qda" };
    const error = thrown(() => loadKnownPosterior(changed, { models: [auto, quadraticDiscriminant] }));
    expect(error.code).toBe("unknown-model");
    expect(error.message).toContain('There is no model "qda" among the members of auto. ');
    expect(error.message).toMatch(/logistic|rda|lssvm|gpc/);
  });
});
