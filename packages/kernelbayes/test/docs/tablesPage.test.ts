import { expect, test } from "vitest";
import { formats } from "../../src/table/formats.ts";
import { builtWorker } from "../node/builtWorker.ts";
import { printedBy, programsOf, readPage } from "./pagePrograms.ts";

test("the program about tables larger than memory runs, and prints what stands behind its line", async () => {
  builtWorker();
  const program = (await programsOf("docs/tables.md")).find((program) => program.includes("readTableChunks"));
  const promised = /console\.log\(.*\); \/\/ (.*)$/m.exec(program ?? "")?.[1];
  expect(promised).toBeDefined();
  expect(await printedBy(program ?? "")).toBe(promised);
});

test("the page about tables names how the files of every format end", async () => {
  const page = await readPage("docs/tables.md");
  const extensions = Object.values(formats).flatMap(({ extensions }) => extensions);
  expect(extensions.filter((extension) => !page.includes(`\`.${extension}\``))).toEqual([]);
});
