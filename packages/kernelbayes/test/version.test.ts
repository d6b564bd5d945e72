import { expect, test } from "vitest";
import packageDocument from "../package.json" with { type: "json" };
import { version } from "../src/version.ts";

test("the version is that of the package", () => {
  expect(version).toBe(packageDocument.version);
});
