import { describe, expect, test } from "vitest";
import { fisherContrasts, type FisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { contrastAt, type FisherLaw } from "../../../../src/models/fisher/posterior/fisherLaw.ts";
import { fisherLimitLeaveOneOut, parzenLeaveOneOut } from "../../../../src/models/fisher/limits/limitLeaveOneOut.ts";
import { fisherLimit, parzenLimit } from "../../../../src/models/fisher/limits/fisherLimit.ts";
import type { LatentPrior } from "../../../../src/rows/kernel/rootProblem.ts";
import { linear } from "../../../../src/kernels/index.ts";
import { selectRows } from "../../../../src/matrix/row.ts";
import { engine, sample, smooth } from "../samples.ts";

const { X, labels } = sample(13, 2);
const kernel = smooth(1.3, 1.1, 0.2);
// Whole rows, parts of rows and copies.
const weights = Float64Array.from(labels, (_, i) => [1, 0.4, 3, 2][i % 4]);

const laws: Readonly<Record<string, (prior: LatentPrior, contrasts: FisherContrasts) => FisherLaw>> = {
  parzen: (prior, contrasts) => parzenLimit(prior, contrasts),
  fisher: (prior, contrasts) => fisherLimit(engine, prior, contrasts),
};
const formulas: Readonly<Record<string, typeof parzenLeaveOneOut>> = {
  parzen: parzenLeaveOneOut,
  fisher: (prior, contrasts) => {
    const found = fisherLimitLeaveOneOut(engine, prior, contrasts);
    if (!found) throw new Error("The kernel is singular.");
    return found;
  },
};

/** ḡ of a row by a law of the other rows, and of what is left of its weight. */
function refitted(name: string, row: number, given: Float64Array): number {
  const left = given.slice();
  left[row] -= Math.min(1, left[row]);
  const kept = Int32Array.from(left.keys()).filter((i) => left[i] > 0);
  const rows = selectRows(X, kept);
  const contrasts = fisherContrasts(
    Array.from(kept, (i) => labels[i]),
    Array.from(kept, (i) => left[i]),
  );
  const law = laws[name](kernelOnRows(engine, kernel, rows, contrasts), contrasts);
  const own = selectRows(X, Int32Array.of(row));
  return contrastAt(engine, law, kernel.cross(engine, rows, own), kernel.diagonal(own)).mean[0];
}

describe.each(["parzen", "fisher"])("%s", (name) => {
  test.each([
    ["rows", new Float64Array(labels.length).fill(1)],
    ["weighted rows", weights],
  ])("leave-one-out of %s is what fits to the others give", (_, given) => {
    const contrasts = fisherContrasts(labels, given);
    const { contrastMean, omitted } = formulas[name](kernelOnRows(engine, kernel, X, contrasts), contrasts);
    expect(omitted).toEqual([]);
    contrastMean.forEach((g, row) => expect(Math.abs(g - refitted(name, row, given))).toBeLessThan(1e-9));
  });

  test("a row that is all there is of its class is named", () => {
    const alone = Array.from(labels, (_, i) => (i === 4 ? 1 : 0));
    const contrasts = fisherContrasts(alone);
    expect(formulas[name](kernelOnRows(engine, kernel, X, contrasts), contrasts).omitted).toEqual([4]);
  });
});

test("the upper limit of a singular kernel has no formula", () => {
  const contrasts = fisherContrasts(labels);
  expect(fisherLimitLeaveOneOut(engine, kernelOnRows(engine, linear(), X, contrasts), contrasts)).toBeUndefined();
});
