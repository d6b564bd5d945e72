import { expect, test } from "vitest";
import { approximate, evidenceJumps } from "../../../../src/models/process/latent/approximate.ts";
import { expectationPropagation, logisticLaplace } from "./atOnce.ts";
import { trigonometricLaplace } from "../../../../src/models/process/margin/marginLaplace.ts";
import { probitLikelihood } from "../../../../src/likelihoods/probitLikelihood.ts";
import { clouds, engine, latentKernel } from "./problems.ts";

const rows = clouds(20);
const K = latentKernel().matrix(engine, rows.X);

test("a method names its approximation", () => {
  const evidence = (method: Parameters<typeof approximate>[3]): number =>
    approximate(engine, K, rows, method).logEvidence;
  expect(evidence({ likelihood: "logistic", approximation: "laplace" })).toBe(
    logisticLaplace(engine, K, rows).logEvidence,
  );
  expect(evidence({ likelihood: "trigonometric", approximation: "laplace", halfWidth: 0.7 })).toBe(
    trigonometricLaplace(engine, K, rows, 0.7).logEvidence,
  );
  expect(evidence({ likelihood: "probit", approximation: "ep" })).toBe(
    expectationPropagation(engine, K, rows, probitLikelihood).logEvidence,
  );
});

test("a method that does not exist is refused, and one jumps", () => {
  expect(() => approximate(engine, K, rows, { likelihood: "probit", approximation: "laplace" })).toThrow(RangeError);
  expect(evidenceJumps({ likelihood: "trigonometric", approximation: "laplace" })).toBe(true);
  expect(evidenceJumps({ likelihood: "trigonometric", approximation: "ep" })).toBe(false);
  expect(evidenceJumps({ likelihood: "logistic", approximation: "laplace" })).toBe(false);
});
