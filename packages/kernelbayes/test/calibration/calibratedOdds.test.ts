import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { fitOddsCurve, identityCurve, oddsWithoutEach } from "../../src/calibration/oddsCurve.ts";
import { calibrateOdds } from "../../src/calibration/calibratedOdds.ts";
import { logSigmoid } from "../../src/numeric/sigmoid.ts";
import type { LeaveOneOut } from "../../src/posterior/numericPosterior.ts";

const logOdds = Float64Array.of(4, -3, 5, -4, 2, -6, -2, 3);
const classes = Int32Array.of(1, 0, 0, 0, 1, 0, 1, 1);
const weights = new Float64Array(8).fill(1);

function claimedBy(odds: Float64Array, omitted: readonly number[]): LeaveOneOut {
  const logProbabilities = matrix(odds.length, 2);
  odds.forEach((z, row) => {
    if (!omitted.includes(row)) logProbabilities.data.set([logSigmoid(-z), logSigmoid(z)], 2 * row);
  });
  return { method: "approximate", logProbabilities, omitted };
}

test.each(["straight", "bent"] as const)(
  "scores are those of the %s curve without each row, and rows without a score stay without",
  (shape) => {
    const { curve, leaveOneOut } = calibrateOdds(
      claimedBy(logOdds, [3]),
      { classes, weights, rowGroups: undefined },
      "curve",
      shape,
    );
    const counted = weights.map((w, row) => (row === 3 ? 0 : w));
    const rows = { logOdds, targets: classes, weights: counted };
    const expected = fitOddsCurve(rows, shape);
    expect(curve.slope).toBeCloseTo(expected.slope, 10);
    expect(curve.bend === undefined).toBe(shape === "straight");
    const without = oddsWithoutEach(rows, expected);
    const { data } = leaveOneOut.logProbabilities;
    without.forEach((z, row) => {
      if (row === 3) expect([data[6], data[7]]).toEqual([0, 0]);
      else expect(data[2 * row + 1] - data[2 * row]).toBeCloseTo(z, 9);
    });
    expect(leaveOneOut.omitted).toEqual([3]);
  },
);

test("groups are left out of the curve together", () => {
  const rowGroups = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1);
  const one = calibrateOdds(claimedBy(logOdds, []), { classes, weights, rowGroups }, "curve").leaveOneOut;
  const each = calibrateOdds(claimedBy(logOdds, []), { classes, weights, rowGroups: undefined }, "curve").leaveOneOut;
  expect(one.logProbabilities.data).not.toEqual(each.logProbabilities.data);
});

test("claims that are to be believed stay as they are", () => {
  const claimed = claimedBy(logOdds, []);
  expect(calibrateOdds(claimed, { classes, weights, rowGroups: undefined }, "none")).toEqual({
    curve: identityCurve,
    leaveOneOut: claimed,
  });
});
