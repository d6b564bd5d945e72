import { expect, test } from "vitest";
import { printedBy, programsOf } from "./pagePrograms.ts";

test("the program on the page about the model file runs, and both files predict what stands behind its lines", async () => {
  const programs = await programsOf("docs/model-file.md");
  expect(programs).toHaveLength(1);
  expect(await printedBy(programs[0])).toBe("setosa\nsetosa");
});
