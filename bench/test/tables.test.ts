import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { iris, type Table } from "kernelbayes";
import { ripley } from "kernelbayes/data";
import { asText, columnNamed } from "kernelbayes/table";
import { tables } from "../tables.ts";

/** A folder of two tables with four folds, listed like the real ones. */
function withTables<Result>(use: (data: string) => Promise<Result>): Promise<Result> {
  const data = mkdtempSync(join(tmpdir(), "tables-"));
  mkdirSync(join(data, "tables"));
  const listed = [
    { table: iris(), label: "species", name: "iris", metric: "AUC", published: { LightGBM50: 0.99 } },
    { table: ripley({ rows: 80 }), label: "class", name: "ripley", metric: "log loss", published: { XGBoost: 0.3 } },
  ].map(({ table, label, name, ...rest }) => {
    writeFileSync(join(data, "tables", `${name}.csv.gz`), gzipSync(textOf(table, label)));
    const classes = new Set(asText(columnNamed(table, label))).size;
    return { suite: "amlb", name, rows: table.rows, columns: table.columns.length - 1, classes, folds: 4, ...rest };
  });
  writeFileSync(join(data, "tables", "tables.json"), JSON.stringify(listed));
  return use(data).finally(() => rmSync(data, { recursive: true }));
}

function textOf(table: Table, label: string): string {
  const features = table.columns.filter(({ name }) => name !== label);
  const columns = [...features.map((column) => asText(column)), asText(columnNamed(table, label))];
  const lines = Array.from({ length: table.rows }, (_, row) => {
    const cells = columns.map((cells) => cells[row]);
    return [...cells.slice(0, -1), row % 4, cells.at(-1)].join(",");
  });
  return [[...features.map(({ name }) => name), "fold", "target"].join(","), ...lines, ""].join("\n");
}

test("methods are ranked on held-out folds, beside what others have published", async () => {
  await withTables(async (data) => {
    const report = await tables.run({ data, methods: "lda,qda", folds: "2" });
    expect(report.rows.map(({ method }) => method)).toEqual(["lda", "qda"]);
    const ranks = report.rows.map((row) => Number(row["rank, log loss"]));
    expect(ranks[0] + ranks[1]).toBeCloseTo(3, 9);
    const ratios = report.rows.map((row) => Number(row["ratio to the best other"]));
    expect(ratios[0] * ratios[1]).toBeCloseTo(1, 2);
    const section = (start: string): readonly object[] =>
      report.more?.find(({ title }) => title.startsWith(start))?.rows ?? [];
    expect(section("Log loss")[1]).toMatchObject({ table: "ripley", "XGBoost (published)": "0.3000" });
    expect(section("Log loss")[0]).not.toHaveProperty("LightGBM50 (published)");
    expect(section("Area")[0]).toMatchObject({ table: "iris", "LightGBM50 (published)": "0.9900" });
    const { results } = report.data as {
      readonly results: readonly { readonly rows: number; readonly seconds: number }[];
    };
    expect(results).toHaveLength(8);
    // A quarter of 150 and of 80 rows.
    expect(new Set(results.map(({ rows }) => rows))).toEqual(new Set([38, 20]));
  });
});

test("what is printed about a fit is compared with the test rows", async () => {
  await withTables(async (data) => {
    const report = await tables.run({ data, methods: "lda", tables: "ripley", honesty: "true" });
    const { rows, notes } = report.more!.at(-1)!;
    expect(rows).toMatchObject([{ table: "ripley", fold: 0, method: "lda" }]);
    expect(notes?.[0]).toMatch(/of 1 intervals hold/);
  });
});

test("a run resumes from its results, and tables or methods that do not exist are refused", async () => {
  await withTables(async (data) => {
    const results = join(data, "results.jsonl");
    const options = { data, methods: "lda", tables: "iris", results };
    const lossOf = async (): Promise<unknown> => (await tables.run(options)).more?.[0].rows[0].lda;
    const before = await lossOf();
    const kept = readFileSync(results, "utf8");
    writeFileSync(results, kept.replace(/"logLoss":[\d.e-]+/, '"logLoss":7'));
    expect(await lossOf()).toBe("7.0000");
    writeFileSync(
      results,
      kept.replace(/"revision":"\w+"/, '"revision":"old"').replace(/"logLoss":[\d.e-]+/, '"logLoss":7'),
    );
    expect(await lossOf()).toBe(before);
    await expect(tables.run({ data, tables: "none" })).rejects.toThrow('no table "none"');
    await expect(tables.run({ data, peers: "svm" })).rejects.toThrow('no peer "svm"');
    await expect(tables.run({ data, suite: "big" })).rejects.toThrow("there are amlb, small, both");
    await expect(tables.run({ data: "nowhere" })).rejects.toThrow("name the folder of the data with --data");
  });
});
