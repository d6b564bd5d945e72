import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, runJson, temporaryFolder } from "../commands/run.ts";

/** Rows of three islands, where one class occurs on the second island only and another on the third only. */
const islands = ["Torgersen", "Dream", "Biscoe"].flatMap((island, at) =>
  Array.from({ length: 8 }, (_, row) => {
    const species = at === 1 && row % 2 === 0 ? "Chinstrap" : at === 2 && row % 2 === 0 ? "Gentoo" : "Adelie";
    const bill = species === "Adelie" ? 39 : species === "Gentoo" ? 47 : 49;
    return `${island},${bill + (row % 3)},${180 + 7 * row},${species}`;
  }),
);

test("a table of which no two groups can be left out is fitted, with the reason why nothing is known about new rows", async () => {
  const folder = temporaryFolder();
  const table = join(folder, "islands.csv");
  await writeFile(table, `island,bill,flipper,species\n${islands.join("\n")}\n`);
  const words = ["fit", table, "--target", "species", "--group", "island", "--model", "lda", "--out", folder];
  const { status, stdout } = await run(...words);
  expect(status).toBe(0);
  expect(stdout).toContain(
    "Not measured, so that nothing is known about new rows: rows of a group are left out together",
  );
  expect(stdout).not.toContain("log loss");
  expect(existsSync(join(folder, "model.json"))).toBe(true);
  const report = readFileSync(join(folder, "report.html"), "utf8");
  expect(report).toContain("nothing is known about new rows");
  expect(report).not.toContain("would get a wrong label");
  const held = await run(...words, "--holdout", "0.25");
  expect(held.status).toBe(2);
  expect(held.stderr).toContain("--holdout cannot be used: rows of a group are left out together");
});

test("with three groups a quarter cannot be held out, but a third can", async () => {
  const folder = temporaryFolder();
  const table = join(folder, "sites.csv");
  const rows = Array.from(
    { length: 60 },
    (_, row) => `s${row % 3},${(row % 7) + 3 * (row % 2)},${row % 2 === 0 ? "a" : "b"}`,
  );
  await writeFile(table, `site,x,y\n${rows.join("\n")}\n`);
  const words = ["fit", table, "--target", "y", "--group", "site", "--model", "lda", "--no-report", "--out", folder];
  expect(await runJson(...words, "--holdout", "0.25")).toMatchObject({ measured: { how: "hold-out", rows: 20 } });
});

test.each([
  ["two rows of two classes", "x,y\n0,a\n1,b\n", "at most one row can be left out"],
  ["three rows, of which one is alone in its class", "x,y\n0,a\n1,b\n2,a\n", "Measured on 2 rows"],
])("%s are fitted by auto, and measured as far as rows can be left out", async (_, text, expected) => {
  const folder = temporaryFolder();
  await writeFile(join(folder, "few.csv"), text);
  const { status, stdout } = await run("fit", join(folder, "few.csv"), "--target", "y", "--no-report", "--out", folder);
  expect(status).toBe(0);
  expect(stdout).toContain(expected);
});

test("where all measured rows are of one class, no class frequencies are held against them and no class is called the rarest", async () => {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 30 }, (_, row) => {
    const site = row < 10 ? "north" : row < 20 ? "south" : "west";
    return `${site},${(row * 7) % 11},${row < 10 ? "sick" : "well"}`;
  });
  await writeFile(join(folder, "sites.csv"), `site,x,y\n${rows.join("\n")}\n`);
  const words = [
    "fit",
    join(folder, "sites.csv"),
    "--target",
    "y",
    "--group",
    "site",
    "--model",
    "lda",
    "--out",
    folder,
  ];
  const { stdout } = await run(...words);
  expect(stdout).toContain("all rows are of one class");
  expect(stdout).not.toMatch(/rarest class|name their column with --group|class frequencies alone: 0\.000/);
  expect(readFileSync(join(folder, "report.html"), "utf8")).not.toContain("rarest class");
});
