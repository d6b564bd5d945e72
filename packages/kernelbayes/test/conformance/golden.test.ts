import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isGoldenFile, runCases } from "./runCases.ts";

const folder = new URL("../fixtures/golden/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
  .toSorted();

test("there are golden files", () => expect(files.length).toBeGreaterThan(5));

for (const name of files) {
  const file: unknown = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  if (!isGoldenFile(file)) throw new Error(`${name} is not a golden file.`);
  const results = runCases(file);
  const skipped = results.filter(({ outcome }) => outcome === "skipped").map((result) => result.name);
  const also = skipped.length > 0 ? ` (not built yet: ${skipped.join(", ")})` : "";
  test(`the golden values of ${name} are met${also}`, () => {
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(results.some(({ outcome }) => outcome === "passed")).toBe(true);
  });
}
