import { expect, test } from "vitest";
import { printedBy, programsOf } from "./pagePrograms.ts";

test.each(["charts", "report"])(
  "the program on the page %s runs, and prints what stands behind its lines",
  async (page) => {
    const program = (await programsOf(`docs/${page}.md`)).join("\n");
    const promised = Array.from(program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
    expect(promised).toHaveLength(program.split("console.log").length - 1);
    expect((await printedBy(program)).split("\n")).toEqual(promised);
  },
);
