import { expect, test } from "vitest";
import * as compare from "../../src/compare/index.ts";
import { printedBy, programsOf, readPage } from "./pagePrograms.ts";

const page = "docs/comparison.md";

test("the program on the page about comparison runs, and prints what stands behind its lines", async () => {
  const program = (await programsOf(page)).join("\n");
  const promised = Array.from(program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
  expect(promised).toHaveLength(program.split("console.log").length - 1);
  expect((await printedBy(program)).split("\n")).toEqual(promised);
});

test("the page about comparison names every test and interval", async () => {
  const text = await readPage(page);
  const parts = ["studentizedRangeUpper", "studentizedRangeUpperQuantile"]; // of which tests are made
  for (const name of Object.keys(compare).filter((name) => !parts.includes(name))) expect(text).toContain(name);
});
