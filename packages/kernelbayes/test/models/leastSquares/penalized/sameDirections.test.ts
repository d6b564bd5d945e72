import { expect, test } from "vitest";
import { fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { fisherDirection } from "./fisherDirection.ts";
import {
  codeResponse,
  penalizedDiscriminant,
  penalizedForm,
} from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { solutionAt } from "../../../../src/models/leastSquares/expansion/formExpansion.ts";
import { cosine, engine, sample, smooth } from "../../fisher/samples.ts";

test.each([1e-3, 0.07, 1, 40, 1e3])(
  "at μ = r = 1/β = %s the Bayesian Fisher discriminant, the K-regularized kernel Fisher discriminant, the least-squares machine and Lin's with A = K have one direction",
  (mu) => {
    const { X, contrasts, labels } = sample(24, 3);
    const K = smooth().matrix(engine, X);
    const bayesian = fisherPosterior(engine, { K }, contrasts, { precision: 1 / mu }).coefficients;
    const kernelFisher = fisherDirection(engine, { K }, contrasts, { penalty: "kernel", mu }).coefficients;
    const form = kernelForm(engine, K, "function", { weights: contrasts.weights, bias: "free" });
    const signs = Float64Array.from(labels, (label) => (label === 1 ? 1 : -1));
    const machine = solutionAt(form, responseOf(engine, form, signs), mu).coefficients;
    const penalized = penalizedForm(engine, { K }, "kernel");
    const lin = penalizedDiscriminant(
      penalized,
      codeResponse(engine, penalized, contrasts),
      contrasts,
      mu,
    ).coefficients;
    const directions = [bayesian, kernelFisher, machine, lin].map((alpha) => {
      const length = Math.hypot(...alpha);
      return alpha.map((value) => value / length);
    });
    for (const direction of directions) {
      const furthest = Math.max(...direction.map((value, i) => Math.abs(value - directions[0][i])));
      expect(furthest).toBeLessThan(1e-12);
    }
    const identity = fisherDirection(engine, { K }, contrasts, { penalty: "identity", mu }).coefficients;
    expect(1 - cosine(identity, bayesian)).toBeGreaterThan(1e-6);
  },
);
