import { expect, test } from "vitest";
import { availableEngine } from "../node/native/available.ts";
import { printedBy, programsOf } from "./pagePrograms.ts";

const native = availableEngine();

test("the programs on the page about engines run, and print what stands behind their lines", async () => {
  const programs = await programsOf("docs/engines.md");
  const [everywhere, ...withNative] = programs;
  expect(withNative).toHaveLength(1);
  for (const program of native ? [everywhere, ...withNative] : [everywhere]) {
    const promised = Array.from(program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
    expect(promised).toHaveLength(program.split("console.log").length - 1);
    expect((await printedBy(program)).split("\n")).toEqual(promised);
  }
});
