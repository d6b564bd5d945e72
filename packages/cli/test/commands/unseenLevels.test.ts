import { join } from "node:path";
import { parseCsv } from "kernelbayes";
import { asText, columnNamed } from "kernelbayes/table";
import { readPosterior } from "kernelbayes/node";
import { expect, test } from "vitest";
import { run, runJson, temporaryFile, temporaryFolder } from "./run.ts";

const lines = (count: number, ticket: (row: number) => string, site: (row: number) => string): string =>
  ["x,ticket,site,label"]
    .concat(
      Array.from(
        { length: count },
        (_, row) => `${(row * 7) % 11},${ticket(row)},${site(row)},${(row * 7) % 11 > 5 ? "a" : "b"}`,
      ),
    )
    .join("\n");

/** Tickets of which two rows in three have one of their own, and three sites. */
const training = lines(
  60,
  (row) => (row % 3 === 0 ? `t${row % 9}` : `t${row}`),
  (row) => ["north", "south", "west"][row % 3],
);
const fit = async (...more: string[]): Promise<string> => {
  const table = temporaryFile("training.csv", training);
  const words = ["fit", table, "--target", "label", "--model", "lda", "--out", temporaryFolder(), "--no-report"];
  return (await runJson<{ files: { model: string } }>(...words, ...more)).files.model;
};

test("a column of mostly unique texts does not stop folds, hold-outs and predictions at the first new text", async () => {
  const model = await fit("--holdout", "0.3");
  const { encoding, warnings } = await readPosterior(model);
  expect(encoding.columns.map(({ name }) => name)).toEqual(["x", "site"]);
  expect(warnings.map(({ code }) => code)).toContain("mostly-unique-column");
  const fresh = temporaryFile(
    "new.csv",
    lines(
      5,
      (row) => `new${row}`,
      () => "south",
    ),
  );
  expect(await run("predict", model, fresh)).toMatchObject({ status: 0 });
});

test("predict takes a new category for none of the known ones, and names its column in the row; --unseen refuse refuses it", async () => {
  const model = await fit();
  const fresh = temporaryFile(
    "new.csv",
    lines(
      4,
      (row) => `t${row}`,
      (row) => (row === 2 ? "east" : "south"),
    ),
  );
  const { status, stdout, stderr } = await run("predict", model, fresh);
  expect(status).toBe(0);
  expect(asText(columnNamed(parseCsv(stdout), "outside"))).toEqual([undefined, undefined, "site", undefined]);
  expect(stderr).toMatch(/1 row is unlike the training rows, .*: site 1\./);
  const refused = await run("predict", model, fresh, "--unseen", "refuse");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/Column "site" has the value "east" in row 3, .*leave --unseen refuse out/);
});

test("predict names the columns of numbers in another unit, and describe shows the range that the model knows", async () => {
  const model = await fit();
  const table = lines(
    3,
    (row) => `t${row}`,
    () => "south",
  ).replace(/^7,/m, "7000,");
  const { stdout, stderr } = await run("predict", model, temporaryFile("new.csv", table));
  expect(asText(columnNamed(parseCsv(stdout), "outside"))).toEqual([undefined, "x", undefined]);
  expect(stderr).toContain("1 row is unlike the training rows, in the columns that `outside` names: x 1.");
  expect((await run("describe", model)).stdout).toContain("x: number, 0 to 10 in training");
});

test("evaluate counts rows with new categories in, and refuses them where asked to", async () => {
  const model = await fit();
  const fresh = temporaryFile(
    "test.csv",
    lines(
      40,
      (row) => `t${row}`,
      (row) => (row === 2 ? "east" : "south"),
    ),
  );
  expect(await runJson("evaluate", model, fresh)).toMatchObject({ rows: 40 });
  expect((await run("evaluate", model, fresh, "--unseen", "refuse")).status).toBe(2);
});

test("a model that was fitted to refuse new categories still does so in the library, unless predict is told otherwise", async () => {
  const posterior = await readPosterior(await fit("--unseen", "refuse"));
  const table = parseCsv(
    lines(
      2,
      () => "t",
      () => "east",
    ),
  );
  expect(() => posterior.predict(table)).toThrow(expect.objectContaining({ code: "unseen-level" }));
  expect(posterior.predict(table, { unseen: "zeros" }).outside.columns).toEqual([["site"], ["site"]]);
});

test("rare categories are pooled, which the notes of fit and describe say, and a new one is predicted like them", async () => {
  const towns = (row: number): string => (row < 5 ? `hamlet${row}` : ["york", "hull"][row % 2]);
  const table = temporaryFile(
    "towns.csv",
    lines(60, () => "t", towns),
  );
  const out = temporaryFolder();
  const { stdout } = await run("fit", table, "--target", "label", "--model", "lda", "--out", out, "--no-report");
  expect(stdout).toContain('Levels with fewer than 2 training rows are pooled: 5 of "site".');
  const model = join(out, "model.json");
  expect((await run("describe", model)).stdout).toContain("site: category, hull, york; 5 rare ones pooled");
  const fresh = temporaryFile("new.csv", "x,ticket,site\n3,t,hamlet2\n3,t,elsewhere");
  const predicted = parseCsv((await run("predict", model, fresh)).stdout);
  const [known, unknown] = asText(columnNamed(predicted, "probability_a"));
  expect(unknown).toBe(known);
  expect(asText(columnNamed(predicted, "outside"))).toEqual([undefined, "site"]);
});
