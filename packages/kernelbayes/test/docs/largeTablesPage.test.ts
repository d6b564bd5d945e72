import { expect, test } from "vitest";
import { builtWorker } from "../node/builtWorker.ts";
import { printedBy, programsOf } from "./pagePrograms.ts";

test("the program about fits of tables larger than memory runs, and prints what stands behind its line", async () => {
  builtWorker();
  const [program] = await programsOf("docs/large-tables.md");
  expect(await printedBy(program)).toBe("setosa");
});
