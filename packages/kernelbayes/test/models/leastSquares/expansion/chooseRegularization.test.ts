import { describe, expect, test } from "vitest";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { chooseRegularization } from "../../../../src/models/leastSquares/expansion/chooseRegularization.ts";
import { criterionOf } from "../../../../src/models/leastSquares/canonical/criterionOf.ts";
import { leaveGroupsOut } from "../../../../src/models/leastSquares/canonical/leaveGroupsOut.ts";
import { leaveOneOutOnGrid, responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fisherTargets } from "../../../../src/models/leastSquares/canonical/recodedTargets.ts";
import { engine, rowsOf } from "../problems.ts";

const { K, signs, weights } = rowsOf(60, { weighted: true });
const others = signs.map((sign, i) => (i % 5 === 0 ? -sign : sign));
const targets = [fisherTargets(signs, weights), fisherTargets(others, weights)];
const form = kernelForm(engine, K, "coefficients", { weights, bias: "free" });
const responses = targets.map((machine) => responseOf(engine, form, machine));

describe.each(["logScore", "error", "press"] as const)("by %s", (name) => {
  const criteria = targets.map((machine) => criterionOf({ name, sharpness: 2 }, machine, weights));
  const valueAt = (logMu: number): number =>
    leaveOneOutOnGrid(engine, form, responses, [logMu]).reduce((sum, { data }, m) => sum + criteria[m].value(data), 0);

  test("no regularization near the chosen one, and none of a coarse grid, is better for the sum of the machines", () => {
    const { logMu, value, atLimit } = chooseRegularization(engine, form, responses, criteria);
    expect(atLimit).toBe(false);
    expect(value).toBeCloseTo(valueAt(logMu), 7);
    for (const step of [-0.1, -0.01, 0.01, 0.1]) expect(valueAt(logMu + step)).toBeGreaterThan(value - 1e-8);
    for (let at = -12; at <= 12; at += 2) expect(valueAt(at)).toBeGreaterThan(value - 1e-8);
  });

  test("groups are left out as a whole", () => {
    const groups = Array.from({ length: 12 }, (_, g) => Int32Array.from({ length: 5 }, (_, i) => 5 * g + i));
    const { logMu, value } = chooseRegularization(engine, form, responses, criteria, groups);
    const grouped = (at: number): number =>
      leaveGroupsOut(engine, form, responses, Math.exp(at), groups).reduce(
        (sum, residuals, m) => sum + criteria[m].value(residuals),
        0,
      );
    expect(value).toBeCloseTo(grouped(logMu), 7);
    for (const step of [-0.2, 0.2]) expect(grouped(logMu + step)).toBeGreaterThan(value - 1e-6);
  });
});

test("a criterion that falls without end is followed to the limit, which is said", () => {
  const criterion = criterionOf({ name: "press", sharpness: 10 }, targets[0], weights);
  // The more is penalized the smaller the outputs; only they count here.
  const fading = {
    ...criterion,
    value: (residuals: ArrayLike<number>) => criterion.value(Float64Array.from(residuals, (e, i) => e - targets[0][i])),
    derivatives: (left: Parameters<typeof criterion.derivatives>[0]) =>
      criterion.derivatives({ ...left, residuals: left.residuals.map((e, i) => e - targets[0][i]) }),
  };
  const none = kernelForm(engine, K, "function", { weights, bias: "none" });
  const { atLimit } = chooseRegularization(engine, none, [responseOf(engine, none, targets[0])], [fading]);
  expect(atLimit).toBe(true);
});
