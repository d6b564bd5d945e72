import { describe, expect, test } from "vitest";
import { fitSync } from "../../src/fit/fit.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { normal, stream } from "../../src/random/index.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";

const numbers = stream(3);
const rows = 200;
const label = Array.from({ length: rows }, (_, row) => (row % 2 === 0 ? "a" : "b"));

/** Weights in kilograms, ages, and a place. */
function people(unit = 1): Table {
  return tableFromColumns({
    label,
    kilograms: label.map((one) => unit * (70 + 10 * normal(numbers) + (one === "a" ? 5 : 0))),
    age: label.map(() => 40 + 12 * normal(numbers)),
    place: label.map((_, row) => ["north", "south"][row % 2 === row % 3 ? 1 : 0]),
  });
}

const training = people();
const posterior = fitSync(linearDiscriminant(), training, { target: "label", unseen: "zeros" });

describe("rows unlike the training rows", () => {
  test("grams given as kilograms do not pass without a word: every row names the column and lies far away", () => {
    const { outside } = posterior.predict(people(1000));
    expect(outside.columns.every((names) => names.includes("kilograms"))).toBe(true);
    expect(Math.min(...outside.distance!)).toBeGreaterThan(1000);
  });

  test("the training rows themselves are within all ranges, at a distance of about 1", () => {
    const { columns, distance } = posterior.predict(training).outside;
    expect(columns.flat()).toEqual([]);
    // The mean of d² of normal columns is 1 but for the sampling of 200 rows and deciles: four deviations of 0.15.
    const mean = distance!.reduce((sum, one) => sum + one ** 2, 0) / rows;
    expect(Math.abs(mean - 1)).toBeLessThan(0.6);
  });

  test("numbers just beyond the range and categories never seen name their columns, missing cells do not", () => {
    const profile = posterior.profiles!.find(({ name }) => name === "age")!;
    const [least, largest] = profile.kind === "number" ? [profile.quantiles[0], profile.quantiles.at(-1)!] : [];
    const filled = fitSync(linearDiscriminant(), training, { target: "label", unseen: "zeros", missing: "impute" });
    const { columns } = filled.predict(
      tableFromColumns({
        kilograms: [70, 70, 70, 70],
        age: [least!, largest!, largest! + 1e-9, Number.NaN],
        place: ["north", "east", "south", "south"],
      }),
    ).outside;
    expect(columns).toEqual([[], ["place"], ["age"], []]);
  });
});

test("a document keeps range, deciles and counts of levels, and one without them still loads", () => {
  const { profiles } = posterior;
  expect(profiles!.map(({ name, kind }) => [name, kind])).toEqual([
    ["kilograms", "number"],
    ["age", "number"],
    ["place", "category"],
  ]);
  const document = JSON.parse(JSON.stringify(posterior.toDocument())) as Record<string, unknown>;
  expect(loadPosterior(document).profiles).toEqual(profiles);
  const { profiles: _, ...old } = document;
  const loaded = loadPosterior(old);
  const prediction = loaded.predict(people(1000));
  expect(loaded.profiles).toBeUndefined();
  expect(prediction.outside).toEqual({ columns: prediction.labels.map(() => []), distance: undefined });
  expect(() => loadPosterior({ ...document, profiles: profiles!.slice(1) })).toThrow(/profiles/);
  expect(() => loadPosterior({ ...document, profiles: profiles!.toReversed() })).toThrow(/profiles\[0\]\.name/);
});

test("a row of weight 3 counts as three rows in a profile", () => {
  const weight = label.map((_, row) => row % 4);
  const weighted = fitSync(linearDiscriminant(), tableFromColumns({ ...cellsOf(training), weight }), {
    target: "label",
    weights: "weight",
  });
  const repeated = Object.fromEntries(
    Object.entries(cellsOf(training)).map(([name, cells]) => [
      name,
      cells.flatMap((cell, row) => new Array<typeof cell>(weight[row]).fill(cell)),
    ]),
  ) as Parameters<typeof tableFromColumns>[0];
  const plain = fitSync(linearDiscriminant(), tableFromColumns(repeated), { target: "label" });
  expect(weighted.profiles).toEqual(plain.profiles);
});

function cellsOf({ columns }: Table): Record<string, (string | number)[]> {
  return Object.fromEntries(
    columns.map((column) => [
      column.name,
      column.type === "number" ? Array.from(column.values) : Array.from(column.codes, (code) => column.levels[code]),
    ]),
  );
}
