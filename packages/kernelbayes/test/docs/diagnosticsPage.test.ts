import { expect, test } from "vitest";
import * as diagnose from "../../src/diagnose/index.ts";
import { printedBy, programsOf, readPage } from "./pagePrograms.ts";

const page = "docs/diagnostics.md";

test("the program on the page about diagnostics runs, and prints what stands behind its lines", async () => {
  const program = (await programsOf(page)).join("\n");
  const promised = Array.from(program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
  expect(promised).toHaveLength(program.split("console.log").length - 1);
  expect((await printedBy(program)).split("\n")).toEqual(promised);
});

test("the page about diagnostics names every function", async () => {
  const text = await readPage(page);
  for (const name of Object.keys(diagnose)) expect(text).toContain(name);
});
