import { expect, test } from "vitest";
import { type LatentKernelSearch, latentSearchWarnings } from "../../../src/models/process/search/searchLatent.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";

const quiet: LatentKernelSearch = {
  kernel: gaussian(),
  logEvidence: -1,
  optima: [{ logEvidence: -1, kernel: Float64Array.of(1), converged: true, status: "at rest" }],
  best: 0,
  converged: true,
  status: "at rest",
  gradientNorm: 0,
  atBounds: [],
};

test("a search that came to rest says nothing", () => {
  expect(latentSearchWarnings(quiet, true)).toEqual([]);
});

test("bounds, unrest and failed starts are each told once, with what they are about", () => {
  const failed = { converged: false, status: "The kernel matrix is not finite." };
  const warnings = latentSearchWarnings(
    { ...quiet, converged: false, gradientNorm: 3, atBounds: ["lengthScale"], optima: [...quiet.optima, failed] },
    false,
  );
  expect(warnings.map(({ code }) => code)).toEqual([
    "at-bound",
    "not-converged",
    "approximation-not-converged",
    "starts-failed",
  ]);
  expect(warnings[0].message).toContain("lengthScale");
  expect(warnings[1].message).toContain("3.0e+0");
  expect(warnings[3].message).toContain("1 of 2 starts");
});
