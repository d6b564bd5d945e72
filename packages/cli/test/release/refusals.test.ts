import { expect, test } from "vitest";
import { refusals } from "../../../../tools/release/refusals.mjs";

const complete = {
  name: "kernelbayes",
  version: "1.0.0",
  description: "classifiers",
  keywords: ["kernel"],
  license: "MIT",
  author: "kernelbayes contributors",
  engines: { node: ">=20.19" },
  files: ["dist"],
  publishConfig: { access: "public", provenance: true },
  repository: "somewhere",
  homepage: "somewhere",
  bugs: "somewhere",
  dependencies: { fflate: "^0.8.3" },
};
const used = { ...complete, name: "@kernelbayes/cli", dependencies: { kernelbayes: "1.0.0", commander: "~14.0.3" } };

test("complete packages of one version may be published", () => {
  expect(refusals([complete, used], [])).toEqual([]);
});

test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
  ["an address is missing", { homepage: undefined }, /lacks homepage/],
  ["a package is private", { private: true }, /is private/],
  ["its origin would not be recorded", { publishConfig: { access: "public" } }, /provenance/],
  ["a dependency is pinned", { dependencies: { fflate: "0.8.3" } }, /pins fflate to 0.8.3/],
  ["versions differ", { version: "1.0.1" }, /needs kernelbayes 1.0.0.*versions differ: 1.0.1, 1.0.0/s],
])("publishing is refused where %s", (_, change, reason) => {
  expect(refusals([{ ...complete, ...change }, used], []).join("\n")).toMatch(reason);
});

test("publishing is refused while a change has no version", () => {
  expect(refusals([complete], ["brave-rows.md"])).toEqual([expect.stringContaining("brave-rows.md")]);
});
