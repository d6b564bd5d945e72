import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "../../src/version.ts";

test("the version is that of the package", () => {
  const path = new URL("../../package.json", import.meta.url);
  expect(version).toBe((JSON.parse(readFileSync(path, "utf8")) as { version: string }).version);
});
