import { expect, test } from "vitest";
import * as compare from "../../src/compare/index.ts";
import { printedBy, programsOf, readPage } from "./pagePrograms.ts";

const page = "docs/comparison.md";
const others = ["docs/prediction-sets.md", "docs/decisions.md", "docs/mislabelled-rows.md"];

test.each([page, ...others, "docs/onnx.md"])(
  "the program of %s runs, and prints what stands behind its lines",
  async (one) => {
    const program = (await programsOf(one)).join("\n");
    const promised = Array.from(program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
    expect(promised).toHaveLength(program.split("console.log").length - 1);
    expect((await printedBy(program)).split("\n")).toEqual(promised);
  },
);

test("the pages name every test, interval, set and decision", async () => {
  const text = (await Promise.all([page, ...others].map(readPage))).join("\n");
  const parts = ["studentizedRangeUpper", "studentizedRangeUpperQuantile"]; // of which tests are made
  for (const name of Object.keys(compare).filter((name) => !parts.includes(name))) expect(text).toContain(name);
});
