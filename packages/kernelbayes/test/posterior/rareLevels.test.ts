import { expect, test } from "vitest";
import { fitSync } from "../../src/fit/fit.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { selectRows, tableFromColumns, type Table } from "../../src/table/table.ts";

/** Two common towns with as many rows of both labels, and twelve hamlets of one row, all of them of label "b". */
const hamlets = Array.from({ length: 12 }, (_, at) => `hamlet ${at}`);
const towns = Array.from({ length: 40 }, (_, row) => (row % 4 < 2 ? "york" : "hull"));
const training = tableFromColumns({
  town: [...towns, ...hamlets],
  size: Array.from({ length: 52 }, (_, row) => (row * 7) % 13),
  label: [...towns.map((_, row) => (row % 2 === 0 ? "a" : "b")), ...hamlets.map(() => "b")],
});
const rows = (town: string[]): Table => tableFromColumns({ town, size: town.map(() => 6) });
const posterior = fitSync(linearDiscriminant({ shrinkage: 0 }), training, { target: "label", unseen: "zeros" });
const probability = (town: string, from = posterior): number =>
  from.predict(rows([town])).probabilities.data[from.classes.indexOf("b")];

test("a level never seen before is predicted like the rare ones of training, and not like the middle of the common ones", () => {
  expect(probability("a new hamlet")).toBe(probability("hamlet 3"));
  expect(probability("a new hamlet")).toBeGreaterThan(probability("york") + 0.2);
});

test("a pooled level is known, a new one is still named as unlike the training rows", () => {
  expect(posterior.predict(rows(["york", "hamlet 3", "a new hamlet"])).outside.columns).toEqual([[], [], ["town"]]);
});

test("a fit says how many levels it pooled in which columns, and counts them together", () => {
  expect(posterior.warnings.find(({ code }) => code === "rare-levels")?.message).toBe(
    'Levels with fewer than 2 training rows are pooled: 12 of "town". New levels are predicted like them.',
  );
  expect(posterior.profiles![0]).toEqual({ kind: "category", name: "town", counts: [20, 20, 12], missing: 0 });
});

test("a document keeps the pooled levels; one of earlier versions, with a code for each level, predicts as it did", () => {
  const saved = JSON.parse(JSON.stringify(posterior.toDocument())) as Record<string, unknown>;
  const loaded = loadPosterior(saved);
  expect(loaded.encoding).toEqual(posterior.encoding);
  expect(probability("a new hamlet", loaded)).toBe(probability("a new hamlet"));
  const common = selectRows(
    training,
    Int32Array.from({ length: 40 }, (_, row) => row),
  );
  const plain = fitSync(linearDiscriminant({ shrinkage: 0, calibration: "none" }), common, {
    target: "label",
    unseen: "zeros",
  });
  expect(JSON.stringify(plain.toDocument())).not.toContain("rareLevels");
  // Zero in all indicators lies in the middle between the two towns.
  expect(probability("a new hamlet", plain)).not.toBe(probability("york", plain));
});

test("levels that are refused when new are still refused, and pooled ones are not", () => {
  const strict = fitSync(linearDiscriminant({ shrinkage: 0 }), training, { target: "label" });
  expect(() => strict.predict(rows(["york", "a new hamlet"]))).toThrow(/"a new hamlet" in row 2/);
  expect(strict.predict(rows(["hamlet 3"])).labels).toEqual(["b"]);
});

test("the order of the rows does not matter", () => {
  const order = Int32Array.from({ length: 52 }, (_, row) => (row * 17) % 52);
  const again = fitSync(linearDiscriminant({ shrinkage: 0 }), selectRows(training, order), {
    target: "label",
    unseen: "zeros",
  });
  expect(again.encoding.columns[0]).toEqual(posterior.encoding.columns[0]);
  expect(probability("a new hamlet", again)).toBeCloseTo(probability("a new hamlet"), 12);
});
