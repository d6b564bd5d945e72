import { expect, test } from "vitest";
import { isGoldenFile, runCases } from "./runCases.ts";

const files = import.meta.glob<unknown>("../fixtures/golden/**/*.json", { eager: true, import: "default" });

test("there are golden files", () => expect(Object.keys(files).length).toBeGreaterThan(5));

for (const [path, file] of Object.entries(files)) {
  const name = path.replace("../fixtures/golden/", "");
  if (!isGoldenFile(file)) throw new Error(`${name} is not a golden file.`);
  const results = runCases(file);
  const skipped = results.filter(({ outcome }) => outcome === "skipped").map((result) => result.name);
  const also = skipped.length > 0 ? ` (not built yet: ${skipped.join(", ")})` : "";
  test(`the golden values of ${name} are met${also}`, () => {
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(results.some(({ outcome }) => outcome === "passed")).toBe(true);
  });
}
