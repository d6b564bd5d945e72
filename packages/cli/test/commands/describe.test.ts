import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fitSync, iris, linearDiscriminant, parseCsv } from "kernelbayes";
import { kernels } from "kernelbayes/kernels";
import { models } from "kernelbayes/models";
import { formatCsv } from "kernelbayes/table";
import { writePosterior } from "kernelbayes/node";
import { describe, expect, test } from "vitest";
import { run, runJson, temporaryFile, temporaryFolder } from "./run.ts";

const messy = `name,visited,x,few,color,answer
${Array.from({ length: 30 }, (_, i) => `n${i},2026-01-0${1 + (i % 9)},${i === 4 ? "" : i / 4},${i % 4},${i % 3 === 0 ? "red" : "blue"},${i % 2 === 0 ? "yes" : "no"}`).join("\n")}
`;

interface TableDescription {
  readonly kind: string;
  readonly rows: number;
  readonly columns: readonly {
    name: string;
    type: string;
    missing: number;
    different: number;
    remark?: string;
    range?: object;
  }[];
  readonly classes: readonly { name: string; rows: number }[];
}

describe("describe", () => {
  test("tells of a table its columns, their types, what is missing and what a fit will make of them", async () => {
    const path = temporaryFile("messy.csv", messy);
    const { kind, rows, columns, classes } = await runJson<TableDescription>("describe", path, "--target", "answer");
    expect({ kind, rows, classes }).toEqual({
      kind: "table",
      rows: 30,
      classes: [
        { name: "no", rows: 15 },
        { name: "yes", rows: 15 },
      ],
    });
    expect(columns.map(({ name, type, missing, different }) => [name, type, missing, different])).toEqual([
      ["name", "text", 0, 30],
      ["visited", "date", 0, 9],
      ["x", "number", 1, 29],
      ["few", "number", 0, 4],
      ["color", "text", 0, 2],
      ["answer", "text", 0, 2],
    ]);
    expect(columns[2].range).toEqual({ least: 0, median: 3.75, largest: 7.25 });
    expect(columns[0].remark).toContain("a different text in every row");
    expect(columns[3].remark).toContain("--category");
    const { stdout } = await run("describe", path, "--target", "answer");
    expect(stdout).toContain("messy.csv: 30 rows, 6 columns; 1 cell is missing, in 1 column.");
    expect(stdout).toMatch(/color +text +0 +2 +blue 66\.7 %, red 33\.3 %/);
  });

  test("takes a safetensors file with an absurd header for a damaged model, not for a table of unknown format", async () => {
    const header = Buffer.alloc(64, "{");
    header.writeBigUInt64LE(2n ** 60n);
    for (const name of ["huge.safetensors", "huge.bin"]) {
      const { status, stderr } = await run("describe", temporaryFile(name, header));
      expect(stderr).toMatch(/claims a header of 1152921504606847000 bytes; the most is/);
      expect(status).toBe(2);
    }
  });

  test("tells of a model what it needs, how good it is and where it comes from, in either layout", async () => {
    const posterior = fitSync(linearDiscriminant(), parseCsv(formatCsv(iris())), { target: "species", seed: 5 });
    const folder = temporaryFolder();
    for (const name of ["model.json", "model.safetensors"]) {
      await writePosterior(join(folder, name), posterior);
      const { stdout, status } = await run("describe", join(folder, name));
      expect(status).toBe(0);
      expect(stdout).toContain("a classifier of species, fitted to 150 rows.");
      expect(stdout).toContain("Model: lda, Linear discriminant.");
      expect(stdout).toContain("It needs these 4 columns");
      expect(stdout).toContain("  petal length: number");
      expect(stdout).toMatch(/error +2\.00 %/);
      expect(stdout).toContain("Seed 5");
    }
    const json = await runJson<{ kind: string; seed: number; columns: { name: string; kind: string }[] }>(
      "describe",
      join(folder, "model.json"),
    );
    expect(json).toMatchObject({ kind: "model", seed: 5, target: "species" });
    expect(json.columns[0]).toMatchObject({ name: "sepal length", kind: "number", training: { missing: 0 } });
  });

  test("says what is wrong with a model file that is cut short or from the future, and with what is neither", async () => {
    const folder = temporaryFolder();
    const text = JSON.stringify(fitSync(linearDiscriminant(), iris(), { target: "species" }).toDocument());
    writeFileSync(join(folder, "cut.json"), text.slice(0, 500));
    writeFileSync(join(folder, "future.json"), text.replace('"version":1', '"version":99'));
    for (const [name, message] of [
      ["cut.json", /cut\.json/],
      ["future.json", /99/],
      ["nothing.csv", /there is no such file/],
    ] as const) {
      const { status, stderr } = await run("describe", join(folder, name));
      expect(status).toBe(2);
      expect(stderr).toMatch(message);
    }
  });
});

describe("models and kernels", () => {
  test("list the whole catalogues, by name alone when quiet", async () => {
    expect((await run("models", "--quiet")).stdout.trimEnd().split("\n")).toEqual(Object.keys(models));
    expect((await run("kernels", "--quiet")).stdout.trimEnd().split("\n")).toEqual(Object.keys(kernels));
    const { stdout } = await run("models");
    for (const [name, { summary }] of Object.entries(models))
      expect(stdout).toMatch(new RegExp(`^${name} +${summary.slice(0, 20)}`, "m"));
  });

  test("tell the options of those that are named, and offer names for those that are not there", async () => {
    expect((await run("models", "lda")).stdout).toMatch(
      /lda: Linear discriminant\n.*\n {2}shrinkage: a number from 0 to 1 \(default: 0\)/,
    );
    expect((await run("kernels", "gaussian")).stdout).toMatch(/gaussian: [^]*\n {2}lengthScale: /);
    expect(await run("models", "ldda")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Did you mean lda"),
    });
    expect(await run("kernels", "gauss")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no kernel "gauss"'),
    });
  });
});

/** Commands that print a script or a key, run until they are told to stop, or have commands of their own. */
const withoutJson = ["completion", "key", "serve", "mcp", "worker", "cluster", "studio"];

test("every command has help with examples, options for a program and for silence, and its options on the page", async () => {
  const page = readFileSync(new URL("../../../../docs/command-line.md", import.meta.url), "utf8");
  const { stdout } = await run("--help");
  const [, listed] = /\nCommands:\n([^]*?)\nExamples:\n/.exec(stdout)!;
  const commands = Array.from(listed.matchAll(/^ {2}([a-z]+) /gm), ([, name]) => name).filter(
    (name) => name !== "help",
  );
  expect(commands).toEqual(expect.arrayContaining(["fit", "describe", "demo", "models", "kernels", "doctor"]));
  for (const command of commands) {
    const { status, stdout: help } = await run(command, "--help");
    expect(status, command).toBe(0);
    expect(help, command).toMatch(/\nExamples?:\n/);
    if (withoutJson.includes(command)) continue;
    expect(help, command).toContain("--json");
    expect(help, command).toContain("--quiet");
    if (!["fit", "describe", "demo"].includes(command)) continue;
    const options = Array.from(help.matchAll(/^ {2}(--[a-z-]+)/gm), ([, option]) => option);
    expect(
      options.filter((option) => !page.includes(`\`${option}`) && !page.includes(`${option} `)),
      command,
    ).toEqual([]);
  }
});
