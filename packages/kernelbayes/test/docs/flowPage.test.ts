import { expect, test } from "vitest";
import { fitSync } from "../../src/fit/fit.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { clouds, target } from "../fit/samples.ts";
import { builtWorker } from "../node/builtWorker.ts";
import { printedBy, programsOf, readPage } from "./pagePrograms.ts";

test("the program on the page about the flow runs, and prints what stands behind its lines", async () => {
  builtWorker();
  const program = (await programsOf("docs/flow.md")).join("\n");
  const promised = Array.from(program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
  expect(promised).toHaveLength(program.split("console.log").length - 1);
  expect((await printedBy(program)).split("\n")).toEqual(promised);
});

test("the page about the model file describes every part of a document", async () => {
  const page = await readPage("docs/model-file.md");
  const document = fitSync(linearDiscriminant(), clouds(2), { target }).toDocument();
  for (const part of [...Object.keys(document), "evidence", "search"]) {
    expect(page).toMatch(new RegExp(`^\\| \`${part}\` +\\|`, "m"));
  }
});
