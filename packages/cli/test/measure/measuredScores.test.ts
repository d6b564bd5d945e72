import { fitSync, selectRows, shrunkenDiscriminant } from "kernelbayes";
import { ripley } from "kernelbayes/data";
import { matrix } from "kernelbayes/engine";
import { evaluate } from "kernelbayes/evaluate";
import { describe, expect, test } from "vitest";
import { leftOutRows } from "../../src/measure/leftOutRows.ts";
import { measuredScores } from "../../src/measure/measuredScores.ts";
import { scoreLines } from "../../src/measure/scoreLines.ts";

const posterior = fitSync(shrunkenDiscriminant(), ripley({ rows: 120 }), { target: "class" });
const rows = leftOutRows(posterior)!;

describe("measured scores", () => {
  test("are those of the library, inside their intervals", () => {
    const measured = measuredScores(rows, { seed: 1 });
    const { logProbabilities, truth } = rows;
    const scores = evaluate(
      { probabilities: matrix(120, 2, logProbabilities.data.map(Math.exp)), logProbabilities },
      truth,
    );
    expect(measured.errorRate.estimate).toBe(scores.errorRate);
    expect(measured.logLoss.estimate).toBeCloseTo(scores.logLoss.mean, 12);
    expect(measured.areaUnderCurve!.estimate).toBeCloseTo(scores.areaUnderCurve, 12);
    for (const { estimate, lower, upper } of [measured.errorRate, measured.logLoss, measured.areaUnderCurve!]) {
      expect(lower).toBeLessThan(estimate);
      expect(estimate).toBeLessThan(upper);
    }
    const share = posterior.training.classes.filter((one) => one === 0).length / 120;
    expect(measured.guessing.errorRate).toBeCloseTo(Math.min(share, 1 - share), 12);
    expect(measured.guessing.logLoss).toBeCloseTo(-share * Math.log(share) - (1 - share) * Math.log(1 - share), 12);
    expect(scoreLines(measured)).toMatch(/log loss +0\.\d{3} +0\.\d{3} to 0\.\d{3} +class frequencies alone: 0\.6\d\d/);
  });

  test("the range of the calibration error by chance holds its expectation, and that of perfect probabilities", () => {
    const { calibration } = measuredScores(rows, { seed: 1 });
    expect(calibration.lower).toBeLessThan(calibration.byChance);
    expect(calibration.upper).toBeGreaterThan(calibration.byChance);
    // Far too sure: every probability at 0.999 for the decided class.
    const sure = rows.logProbabilities.data.map((value) => Math.log(value > Math.log(0.5) ? 0.999 : 0.001));
    const wrong = measuredScores({ ...rows, logProbabilities: matrix(120, 2, sure) }, { seed: 1 });
    expect(wrong.calibration.estimate).toBeGreaterThan(wrong.calibration.upper);
  });

  test("rows of weight 2 count as two, and rows that are all alike in a group make intervals wider", () => {
    const weights = Array.from({ length: 120 }, (_, row) => (row < 10 ? 2 : 1));
    const weighted = measuredScores({ ...rows, weights }, { seed: 1 });
    const twice = Int32Array.from([...Array(120).keys(), ...Array(10).keys()]);
    const pick = (values: ArrayLike<number>): number[] => Array.from(twice, (row) => values[row]);
    const data = Float64Array.from(
      Array.from(twice, (row) => Array.from(rows.logProbabilities.data.subarray(2 * row, 2 * row + 2))).flat(),
    );
    const repeated = { ...rows, truth: pick(rows.truth), logProbabilities: matrix(130, 2, data) };
    const plain = measuredScores(repeated, { seed: 1 });
    expect(weighted.logLoss.estimate).toBeCloseTo(plain.logLoss.estimate, 12);
    expect(weighted.areaUnderCurve!.estimate).toBeCloseTo(plain.areaUnderCurve!.estimate, 12);

    const two = Int32Array.from({ length: 240 }, (_, row) => row % 120);
    const copies = {
      how: "leave-one-out" as const,
      truth: Array.from(two, (row) => rows.truth[row]),
      logProbabilities: matrix(
        240,
        2,
        Float64Array.from(
          Array.from(two, (row) => Array.from(rows.logProbabilities.data.subarray(2 * row, 2 * row + 2))).flat(),
        ),
      ),
    };
    const alone = measuredScores(copies, { seed: 1 }).errorRate;
    const grouped = measuredScores(copies, { seed: 1, groups: two }).errorRate;
    expect(grouped.estimate).toBe(alone.estimate);
    expect((grouped.upper - grouped.lower) / (alone.upper - alone.lower)).toBeGreaterThan(1.25);
  });

  test("one class has no area under the curve, and one group no intervals", () => {
    const positives = Array.from({ length: 120 }, (_, row) => row).filter((row) => rows.truth[row] === 1);
    const data = Float64Array.from(
      positives.flatMap((row) => Array.from(rows.logProbabilities.data.subarray(2 * row, 2 * row + 2))),
    );
    const part = {
      how: "hold-out" as const,
      truth: positives.map(() => 1),
      logProbabilities: matrix(positives.length, 2, data),
    };
    expect(measuredScores(part, { seed: 1 }).areaUnderCurve).toBeUndefined();
    const { errorRate } = measuredScores(part, { seed: 1, groups: positives.map(() => 0) });
    expect(errorRate.lower).toBeNaN();
    expect(scoreLines(measuredScores(part, { seed: 1, groups: positives.map(() => 0) }))).toContain("unknown");
  });
});

test("rows that could not be left out are not measured", () => {
  const few = selectRows(ripley({ rows: 40 }), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const fitted = fitSync(shrunkenDiscriminant(), few, { target: "class" });
  const { leaveOneOut, training } = fitted;
  const found = leftOutRows({ ...fitted, leaveOneOut: { ...leaveOneOut!, omitted: [0, 3] } })!;
  expect(found.rows).toEqual(training.rows.filter((_, place) => place !== 0 && place !== 3));
  expect(found.logProbabilities.rows).toBe(8);
  expect(found.logProbabilities.data[0]).toBe(leaveOneOut!.logProbabilities.data[2]);
  expect(leftOutRows({ ...fitted, leaveOneOut: undefined })).toBeUndefined();
});
