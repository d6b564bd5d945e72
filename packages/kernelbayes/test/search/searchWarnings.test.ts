import { expect, test } from "vitest";
import { searchWarnings } from "../../src/search/searchWarnings.ts";

test("a search without incidents has no warning", () => {
  expect(searchWarnings.atBound([], "")).toEqual([]);
  expect(searchWarnings.notConverged(true, 3)).toEqual([]);
  expect(searchWarnings.startsFailed(0, 5, undefined, "")).toEqual([]);
});

test("a warning names the parameters, the gradient or the first failure", () => {
  expect(searchWarnings.atBound(["a", "b"], "others")[0]).toMatchObject({ code: "at-bound" });
  expect(searchWarnings.atBound(["a", "b"], "others")[0].message).toMatch(/bound of a, b: .*; others\.$/);
  expect(searchWarnings.notConverged(false, 3)[0].message).toContain("3.0e+0");
  const [failed] = searchWarnings.startsFailed(2, 5, "No factor.", "Try others.");
  expect(failed).toMatchObject({ code: "starts-failed", message: expect.stringContaining("2 of 5 starts") as string });
  expect(failed.message).toMatch(/The first: No factor\. Try others\.$/);
});
