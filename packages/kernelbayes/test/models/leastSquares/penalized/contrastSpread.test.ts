import { expect, test } from "vitest";
import { contrastSpread } from "../../../../src/models/leastSquares/penalized/contrastSpread.ts";
import { contrastForms } from "../../../../src/models/leastSquares/penalized/penalizedDiscriminant.ts";
import { penalizedForm } from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { column, fromRows, multiplyVector } from "../../../../src/matrix/index.ts";
import { engine, relative, sample, smooth } from "../../fisher/samples.ts";
import { newRows, penaltyRows } from "./support.ts";

test.each([
  ["identity", "identity" as const],
  ["kernel", "kernel" as const],
  ["given", fromRows(penaltyRows(13))],
])("with A = %s the spread gives the forms of the posterior variance", (name, penalty) => {
  const { X, weights } = sample(13, 2);
  const cross = smooth().cross(engine, X, newRows);
  const mass = name === "given" ? undefined : Float64Array.from(weights);
  const penalized = penalizedForm(engine, { K: smooth().matrix(engine, X) }, penalty, mass);
  for (const r of [1e-4, 0.5, 200]) {
    const { spread, shift } = contrastSpread(engine, penalized, r);
    contrastForms(engine, penalized, r, cross).forEach((form, t) => {
      const difference = multiplyVector(spread, column(cross, t)).map((value, j) => value - shift[j]);
      expect(
        relative(
          difference.reduce((sum, value) => sum + value * value, 0),
          form,
        ),
      ).toBeLessThan(1e-9);
    });
  }
});
