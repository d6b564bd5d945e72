import { expect, test } from "vitest";
import { checkVersion } from "../../src/posterior/checkVersion.ts";
import { documentFormat, newestVersion } from "../../src/posterior/posterior.ts";
import { thrown } from "../thrown.ts";

test("a document of the present version passes, and one of the next asks for an update", () => {
  expect(() => checkVersion({ format: documentFormat, version: newestVersion })).not.toThrow();
  expect(thrown(() => checkVersion({ format: documentFormat, version: newestVersion + 1 })).code).toBe(
    "newer-document",
  );
});

test("what does not say that it is a document, or of which version, is refused", () => {
  for (const document of [
    {},
    { format: "x", version: 1 },
    { format: documentFormat },
    { format: documentFormat, version: 0 },
  ]) {
    expect(thrown(() => checkVersion(document)).code).toBe("invalid-document");
  }
});
