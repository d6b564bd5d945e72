import { describe, expect, test } from "vitest";
import { columnProfiles } from "../../../src/encoding/columnProfile.ts";
import { encode } from "../../../src/encoding/encode.ts";
import { learnEncoding } from "../../../src/encoding/learnEncoding.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { rowSketch } from "../../../src/encoding/rowSketch.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import { driftMonitor, type DriftMonitor, type Drift } from "../../../src/posterior/drift/driftMonitor.ts";
import { normal, stream, type Stream } from "../../../src/random/index.ts";
import { selectRows, tableFromColumns, tableFromRows, type Cell, type Table } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";

/** A number, a skewed one, one of few values that is sometimes missing, two that go together, and a category with rare levels. */
function rowsOf(count: number, source: Stream, change: { shift?: number; turn?: number } = {}): Table {
  const { shift = 0, turn = 1 } = change;
  const list = (cell: () => Cell): Cell[] => Array.from({ length: count }, cell);
  const pair = Array.from({ length: count }, () => [normal(source), normal(source)]);
  return tableFromColumns({
    plain: list(() => shift + normal(source)),
    skewed: list(() => Math.exp(normal(source))),
    few: list(() => (source.uniform() < 0.1 ? null : Math.floor(3 * source.uniform() ** 2))),
    one: pair.map(([a]) => a),
    other: pair.map(([a, b]) => turn * (0.9 * a) + 0.4 * b),
    level: list(() => `level ${Math.floor(40 * source.uniform() ** 4)}`),
  });
}

function monitorOf(training: Table): DriftMonitor {
  const { encoding, rows } = learnEncoding(training, { missing: "impute", unseen: "zeros" });
  const X = encode(encoding, training);
  return driftMonitor({
    encoding,
    profiles: columnProfiles(encoding, training, rows, undefined),
    sketch: rowSketch(selectEngine(), X, undefined),
  });
}

function driftOf(training: Table, fresh: Table): Drift {
  const monitor = monitorOf(training);
  monitor.add(fresh);
  return monitor.drift();
}

const halves = (rows: number): string[] => Array.from({ length: rows }, (_, row) => (row % 2 === 0 ? "a" : "b"));

const moved = ({ columns }: Drift): string[] => columns.filter(({ shift }) => shift !== "none").map(({ name }) => name);

describe("rows of the same distribution", () => {
  // 0.05 ± three deviations of 0.0154: a false alarm of each bound has a chance of about 1e-3 in another seed.
  const tables = 200;
  test.each([
    [300, 30],
    [60, 60],
    [300, 1000],
  ])("are taken for changed in about one of twenty tables: %i training rows, %i new ones", (n, m) => {
    const source = stream(11);
    let [columns, together] = [0, 0];
    for (let at = 0; at < tables; at++) {
      const drift = driftOf(rowsOf(n, source), rowsOf(m, source));
      if (moved(drift).length > 0) columns++;
      if (drift.together!.pValue < 0.05) together++;
    }
    expect(columns / tables).toBeLessThan(0.1);
    expect(together / tables).toBeLessThan(0.1);
    expect(together / tables).toBeGreaterThan(0.005);
  });
});

describe("rows that have changed", () => {
  test("name the column that moved by a deviation, and only it, in nearly all of 40 tables of 60 rows", () => {
    const source = stream(12);
    let [named, others, together] = [0, 0, 0];
    for (let at = 0; at < 40; at++) {
      const drift = driftOf(rowsOf(300, source), rowsOf(60, source, { shift: 1 }));
      const names = moved(drift);
      if (names.includes("plain")) named++;
      if (names.some((name) => name !== "plain")) others++;
      if (drift.together!.pValue < 0.05) together++;
    }
    expect(named).toBeGreaterThanOrEqual(36);
    expect(others).toBeLessThanOrEqual(8);
    expect(together).toBeGreaterThanOrEqual(36);
  });

  test("are found by the test of whole rows where every column alone looks as before", () => {
    const source = stream(13);
    const drift = driftOf(rowsOf(500, source), rowsOf(500, source, { turn: -1 }));
    expect(moved(drift)).toEqual([]);
    expect(drift.together!.pValue).toBeLessThan(1e-4);
  });

  test("of a later year have moved in their dates, as the model reads them", () => {
    const daysOf = (year: number): Table =>
      tableFromColumns({
        visit: Array.from(
          { length: 80 },
          (_, i) => `${year}-${String(1 + (i % 12)).padStart(2, "0")}-${10 + (i % 17)}`,
        ),
        value: Array.from({ length: 80 }, (_, i) => i % 7),
      });
    expect(moved(driftOf(daysOf(2021), daysOf(2021)))).toEqual([]);
    expect(moved(driftOf(daysOf(2021), daysOf(2022)))).toEqual(["visit"]);
  });

  test("in another unit are a large shift; new categories and missing cells are one too", () => {
    const source = stream(14);
    const training = rowsOf(300, source);
    const drift = driftOf(training, rowsOf(100, source, { shift: 1000 }));
    expect(drift.columns.find(({ name }) => name === "plain")).toMatchObject({ shift: "large" });
    const fresh = rowsOf(100, source);
    const columns = Object.fromEntries(fresh.columns.map((column) => [column.name, column]));
    const changed = {
      ...fresh,
      columns: fresh.columns.map((column) =>
        column.name === "level" && column.type === "text"
          ? { ...column, levels: column.levels.map((level) => `new ${level}`) }
          : column.name === "few"
            ? { ...columns["few"], type: "number" as const, values: new Float64Array(100).fill(Number.NaN) }
            : column,
      ),
    } as Table;
    expect(moved(driftOf(training, changed)).toSorted()).toEqual(["few", "level"]);
  });
});

test("batches give what the whole table gives", () => {
  const source = stream(15);
  const [training, fresh] = [rowsOf(200, source), rowsOf(90, source)];
  const monitor = monitorOf(training);
  for (let first = 0; first < 90; first += 30) {
    monitor.add(
      selectRows(
        fresh,
        Int32Array.from({ length: 30 }, (_, row) => first + row),
      ),
    );
  }
  const [batches, whole] = [monitor.drift(), driftOf(training, fresh)];
  expect(batches.columns).toEqual(whole.columns);
  expect(batches.rows).toBe(90);
  expect(batches.together!.pValue).toBeCloseTo(whole.together!.pValue, 12);
});

test("the counts of several monitors, added up as plain data, give what one monitor of all rows gives", () => {
  const source = stream(19);
  const training = rowsOf(200, source);
  const [first, second] = [rowsOf(40, source), rowsOf(50, source)];
  const [one, other, sum, all] = Array.from({ length: 4 }, () => monitorOf(training));
  one.add(first);
  other.add(second);
  for (const { counts } of [one, other]) sum.addCounts(structuredClone(counts()));
  for (const table of [first, second]) all.add(table);
  const [added, whole] = [sum.drift(), all.drift()];
  expect(added.columns).toEqual(whole.columns);
  expect(added.rows).toBe(90);
  expect(added.together!.pValue).toBeCloseTo(whole.together!.pValue, 12);
  one.add(second);
  expect(sum.drift()).toEqual(added);
});

test("counts of another model are refused", () => {
  const [small, large] = [5, 200].map((rows) => monitorOf(rowsOf(rows, stream(20))));
  expect(thrown(() => large.addCounts(small.counts()))).toMatchObject({ code: "other-model" });
});

test("without the comparison of whole rows there is none", () => {
  const table = rowsOf(60, stream(21));
  const posterior = fitSync(
    linearDiscriminant({ shrinkage: 0.5 }),
    { ...table, columns: [...table.columns, ...tableFromColumns({ label: halves(60) }).columns] },
    { target: "label", missing: "impute", unseen: "zeros" },
  );
  const monitor = driftMonitor(posterior, { together: false });
  monitor.add(table);
  expect(monitor.counts().together).toBeUndefined();
  expect(monitor.drift()).toMatchObject({ together: undefined, isTraining: true });
});

test("row objects are counted as the table of the same cells is", () => {
  const source = stream(22);
  const training = rowsOf(200, source);
  const dated = tableFromColumns({ day: Array.from({ length: 200 }, (_, row) => `2026-03-${10 + (row % 20)}`) });
  const posterior = fitSync(
    linearDiscriminant({ shrinkage: 0.5 }),
    {
      rows: 200,
      columns: [...training.columns, ...dated.columns, ...tableFromColumns({ label: halves(200) }).columns],
    },
    { target: "label", missing: "impute", unseen: "zeros" },
  );
  // Numbers that are missing or written as texts, categories that are new or no texts, a property that no column has.
  const records = Array.from({ length: 60 }, (_, row) => ({
    plain: row % 7 === 0 ? "0.25" : normal(source),
    skewed: row % 5 === 0 ? null : Math.exp(normal(source)),
    few: row % 3,
    one: row % 4 === 0 ? Number.NaN : 1,
    other: -row,
    level: row % 11 === 0 ? row : row % 13 === 0 ? "NA" : `level ${row}`,
    day: row % 6 === 0 ? undefined : `2026-03-${10 + (row % 20)}`,
    more: "ignored",
  }));
  const [byRecords, byTable, byRow] = [1, 2, 3].map(() => driftMonitor(posterior));
  byRecords.add(records);
  byTable.add(tableFromRows(records));
  for (const record of records) byRow.add([record]);
  expect(byRecords.counts()).toEqual(byTable.counts());
  expect(byRow.counts().columns).toEqual(byTable.counts().columns);
  expect(byRow.drift().rows).toBe(60);
});

test("the training rows themselves are recognized, other rows and part of them are not", () => {
  const source = stream(16);
  const training = rowsOf(100, source);
  expect(driftOf(training, training)).toMatchObject({ isTraining: true, rows: 100 });
  expect(driftOf(training, rowsOf(100, source)).isTraining).toBe(false);
  expect(monitorOf(training).drift()).toMatchObject({ isTraining: false, rows: 0, together: undefined });
});

test("a posterior keeps what is needed, without a row in it; one of an earlier version is refused", () => {
  const source = stream(17);
  const table = rowsOf(100, source);
  const labelled = { ...table, columns: [...table.columns, ...tableFromColumns({ label: halves(100) }).columns] };
  const options = { target: "label", missing: "impute", unseen: "zeros" } as const;
  const posterior = fitSync(linearDiscriminant({ shrinkage: 0.5 }), labelled, options);
  const document = JSON.parse(JSON.stringify(posterior.toDocument())) as Record<string, unknown>;
  const monitors = [posterior, loadPosterior(document)].map((one) => driftMonitor(one));
  const drifts = monitors.map((monitor) => {
    monitor.add(rowsOf(50, stream(18)));
    return monitor.drift();
  });
  expect(drifts[1]).toEqual(drifts[0]);
  expect(JSON.stringify(document["sketch"]).length).toBeLessThan(2500);
  const { profiles: _, sketch: __, ...old } = document;
  expect(thrown(() => driftMonitor(loadPosterior(old)))).toMatchObject({ code: "no-profiles" });
});
