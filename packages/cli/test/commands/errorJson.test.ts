import { join } from "node:path";
import { expect, test } from "vitest";
import { program } from "../../src/program.ts";
import { run, temporaryFile, temporaryFolder } from "./run.ts";

/** For each command that has --json, words with which it cannot do its work, and the code of the error. */
const wrong: Readonly<Record<string, readonly [words: readonly string[], code: string]>> = {
  fit: [["fit", "TABLE", "--target", "labels"], "unknown-column"],
  check: [["check", "TABLE", "--target", "labels"], "unknown-column"],
  predict: [["predict", "TABLE", "TABLE"], "invalid-document"],
  explain: [["explain", "NOTHING", "TABLE"], "unreadable-file"],
  evaluate: [["evaluate", "NOTHING", "TABLE"], "unreadable-file"],
  compare: [["compare", "TABLE", "--target", "label", "--folds", "1"], "invalid-option"],
  describe: [["describe", "NOTHING"], "unreadable-file"],
  export: [["export", "NOTHING", "--onnx", "model.onnx"], "unreadable-file"],
  demo: [["demo", "--folds", "1"], "invalid-option"],
  models: [["models", "forest"], "unknown-model"],
  kernels: [["kernels", "forest"], "unknown-kernel"],
  doctor: [["doctor", "--engine"], "unknown-option"],
  completion: [["completion", "tcsh"], "invalid-argument"],
};

test.each(
  program()
    .commands.filter(({ options }) => options.some(({ long }) => long === "--json"))
    .map((command) => command.name()),
)("%s reports an error as one JSON value on the standard error, with --json", async (name) => {
  const folder = temporaryFolder();
  const table = temporaryFile("table.csv", "x,label\n1,a\n2,b\n3,a\n4,b\n", folder);
  const [words, code] = wrong[name];
  const places = { TABLE: table, NOTHING: join(folder, "nothing.csv") };
  const given = words.map((word) => places[word as keyof typeof places] ?? word);
  const { status, stdout, stderr } = await run(...given, "--json");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  const { error } = JSON.parse(stderr) as { error: { code: string; message: string } };
  expect(error).toMatchObject({ code, exitCode: 2 });
  const { stderr: plain } = await run(...given);
  expect(plain).toContain(error.message);
  expect(plain).not.toMatch(/^\{/);
});

test("an error in a table has its place as data", async () => {
  const table = temporaryFile("table.csv", "x,label\n1,a\n2,b\n3,a\n4,b\n,a\n");
  const words = ["fit", table, "--target", "label", "--model", "lda", "--missing", "refuse", "--json"];
  const { error } = JSON.parse((await run(...words)).stderr) as { error: unknown };
  expect(error).toMatchObject({ code: "missing-values", place: { row: 5, column: "x" } });
});

test("words that commander refuses are an error as JSON too, without the help", async () => {
  const { status, stderr } = await run("fit", "table.csv", "--json");
  expect(status).toBe(2);
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: "missing-mandatory-option-value",
      message: "required option '--target <column>' not specified",
      exitCode: 2,
    },
  });
});
