import { readFileSync } from "node:fs";
import { join } from "node:path";
import { iris, type Table } from "kernelbayes";
import { asText, formatCsv } from "kernelbayes/table";
import { describe, expect, test } from "vitest";
import { program } from "../../src/program.ts";
import { workbookOf } from "../workbookOf.ts";
import { run, runJson, temporaryFile, temporaryFolder } from "./run.ts";

const table: Table = iris();

/** The rows of a table, numbers as numbers, with the names of the columns first. */
function rowsOf({ columns, rows }: Table): (string | number)[][] {
  const texts = columns.map(asText);
  return [
    columns.map(({ name }) => name),
    ...Array.from({ length: rows }, (_, row) =>
      columns.map(({ type }, j) => (type === "number" ? Number(texts[j][row]) : String(texts[j][row]))),
    ),
  ];
}

const title = ["Flowers of the Gaspé, 1935"];
const book = workbookOf({ notes: [["nothing"], ["here"]], flowers: [title, [], ...rowsOf(table)] });
const csv = formatCsv(table);

const commands = ["fit", "predict", "evaluate", "compare", "check", "describe"];

describe("reading options", () => {
  test("every command that reads a table has all of them, declared once", () => {
    const wanted = [
      "--format",
      "--sheet",
      "--skip",
      "--no-header",
      "--na",
      "--types",
      "--decimal",
      "--delimiter",
      "--encoding",
      "--limit",
    ];
    for (const name of commands) {
      const command = program().commands.find((one) => one.name() === name)!;
      expect(command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(wanted));
    }
  });

  test("fit, predict, evaluate, compare, check and describe read a sheet of an Excel file behind its title as they read the same CSV", async () => {
    const folder = temporaryFolder();
    const excel = temporaryFile("flowers.xlsx", book, folder);
    const text = temporaryFile("flowers.csv", csv, folder);
    const where = ["--sheet", "flowers", "--skip", "2"];
    const describe = async (...words: string[]): Promise<unknown> => {
      const { source: _, ...rest } = await runJson<Record<string, unknown>>(
        "describe",
        ...words,
        "--target",
        "species",
      );
      return rest;
    };
    expect(await describe(excel, ...where)).toEqual(await describe(text));
    const checked = await runJson<{ rows: number; columns: number }>("check", excel, ...where, "--target", "species");
    expect(checked).toMatchObject({ rows: 150, columns: 5 });
    const out = join(folder, "model");
    const fitted = await run(
      "fit",
      excel,
      ...where,
      "--target",
      "species",
      "--model",
      "lda",
      "--no-report",
      "--holdout",
      "0.3",
      "--out",
      out,
    );
    expect(fitted.status).toBe(0);
    const model = join(out, "model.json");
    const evaluated = await runJson<{ error: unknown }>("evaluate", model, excel, ...where);
    expect(evaluated.error).toEqual((await runJson<{ error: unknown }>("evaluate", model, text)).error);
    const predicted = await run("predict", model, excel, ...where, "--quiet");
    expect(predicted.stdout).toBe((await run("predict", model, text, "--quiet")).stdout);
    expect(predicted.stdout.split("\n")).toHaveLength(152);
    const compared = await run(
      "compare",
      excel,
      ...where,
      "--target",
      "species",
      "--models",
      "lda,rda",
      "--splits",
      "2",
      "--quiet",
    );
    expect(compared.status).toBe(0);
  }, 60_000);

  test("--skip, --no-header, --na and --types reach predict and evaluate, and a type of no column is refused", async () => {
    const folder = temporaryFolder();
    const text = temporaryFile("flowers.csv", csv, folder);
    await run("fit", text, "--target", "species", "--model", "lda", "--no-report", "--holdout", "0.3", "--out", folder);
    const model = join(folder, "model.json");
    const titled = temporaryFile("titled.csv", `Flowers, 1935\nby; Anderson\n${csv}`, folder);
    const plain = await run("predict", model, text, "--quiet");
    expect((await run("predict", model, titled, "--skip", "2", "--quiet")).stdout).toBe(plain.stdout);
    expect((await run("evaluate", model, titled, "--skip", "2", "--quiet")).stdout).toBe(
      (await run("evaluate", model, text, "--quiet")).stdout.replaceAll(text, titled),
    );
    const numbered = temporaryFile(
      "numbered.csv",
      csv.replace("\n", ",id\n").replace(/(?<=\d,\w+)\n/g, ",007\n"),
      folder,
    );
    const words = ["predict", model, numbered, "--id", "id", "--as", "ndjson", "--quiet"];
    expect((await run(...words)).stdout).toMatch(/^\{"id":7,/);
    expect((await run(...words, "--types", "id=text")).stdout).toMatch(/^\{"id":"007",/);
    const wrong = await run("predict", model, numbered, "--types", "ib=text");
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('Did you mean "id"?');
    const headless = temporaryFile("headless.csv", csv.slice(csv.indexOf("\n") + 1), folder);
    const refused = await run("evaluate", model, headless, "--no-header");
    expect(refused.stderr).toContain("lacks");
    expect((await run("describe", headless, "--no-header")).stdout).toContain("column5");
  }, 60_000);

  test("an unknown sheet names the sheets there are, in the words of the command line", async () => {
    const { status, stderr } = await run("describe", temporaryFile("flowers.xlsx", book), "--sheet", "flower");
    expect(status).toBe(2);
    expect(stderr).toContain('it has "notes", "flowers"');
    expect(stderr).toContain("--sheet flowers");
  });

  test("an old Excel file and one beyond the limits are refused with a remedy", async () => {
    const old = await run("check", temporaryFile("flowers.xls", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)));
    expect(old.stderr).toContain("save it as .xlsx");
    const large = await run("check", temporaryFile("flowers.xlsx", book), "--sheet", "2", "--limit", "cells=100");
    expect(large.stderr).toContain("--limit cells=");
    expect([old.status, large.status]).toEqual([2, 2]);
  });

  test("a title in the first line of a text is skipped by fit, so that a table need not be edited", async () => {
    const folder = temporaryFolder();
    const path = temporaryFile("titled.csv", `A title, with; marks "\n${csv}`, folder);
    const { status } = await run(
      "fit",
      path,
      "--skip",
      "1",
      "--target",
      "species",
      "--model",
      "lda",
      "--no-report",
      "--holdout",
      "0.3",
      "--out",
      folder,
    );
    expect(status).toBe(0);
    expect(readFileSync(join(folder, "model.json"), "utf8")).toContain('"species"');
  });
});
