import { expect, test } from "vitest";
import { bootstrapMean } from "../../src/compare/bootstrap.ts";
import { scoreIntervals } from "../../src/compare/scoreIntervals.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import { wilsonInterval } from "../../src/evaluate/wilsonInterval.ts";
import { fromRows } from "../../src/matrix/index.ts";
import { stream } from "../../src/random/index.ts";
import { thrown } from "../thrown.ts";

const random = stream(3);
const truth = Int32Array.from({ length: 60 }, (_, row) => row % 3);
const probabilities = fromRows(
  Array.from(truth, (own) => {
    const weights = [0, 1, 2].map((q) => random.uniform() + (q === own ? 0.8 : 0));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }),
);

test("every interval holds the measure that evaluate gives, and grows with the level", () => {
  const scores = evaluate({ probabilities }, truth);
  const [narrow, wide] = [0.8, 0.95].map((level) => scoreIntervals({ probabilities }, truth, { seed: 1, level }));
  expect(narrow.logLoss.estimate).toBeCloseTo(scores.logLoss.mean, 12);
  expect(narrow.brier.estimate).toBeCloseTo(scores.brier, 12);
  expect(narrow.errorRate.estimate).toBe(scores.errorRate);
  expect(narrow.areaUnderCurve!.estimate).toBeCloseTo(scores.areaUnderCurve, 12);
  for (const figure of ["errorRate", "logLoss", "brier", "areaUnderCurve"] as const) {
    const [inner, outer] = [narrow[figure]!, wide[figure]!];
    expect(outer.lower).toBeLessThan(inner.lower);
    expect(inner.lower).toBeLessThan(inner.estimate);
    expect(inner.estimate).toBeLessThan(inner.upper);
    expect(inner.upper).toBeLessThan(outer.upper);
  }
});

test("errors have Wilson's interval, by the decisions that were made, and losses that of resampled rows", () => {
  const { errorRate, logLoss } = scoreIntervals({ probabilities, decided: truth }, truth, { seed: 4 });
  expect(errorRate).toEqual({ estimate: 0, lower: 0, upper: wilsonInterval(0, 60)[1] });
  const losses = Array.from(truth, (own, row) => -Math.log(probabilities.data[3 * row + own]));
  expect(logLoss.lower).toBeCloseTo(bootstrapMean(losses, { seed: 4 }).lower, 12);
  // One row more, whose most probable class is wrong.
  const ifWrong = Array.from(
    truth,
    (_, row) => -Math.log(1 - Math.max(...probabilities.data.subarray(3 * row, 3 * row + 3))),
  );
  const mistake = ifWrong.reduce((sum, loss) => sum + loss / 60, 0);
  expect(logLoss.upper).toBeCloseTo(bootstrapMean([...losses, mistake], { seed: 4 }).upper, 12);
});

test("rows that are all predicted well do not promise that new rows will be", () => {
  const sure = fromRows(Array.from({ length: 20 }, (_, row) => (row % 2 === 0 ? [1 - 1e-9, 1e-9] : [1e-9, 1 - 1e-9])));
  const { logLoss } = scoreIntervals(
    { probabilities: sure },
    Array.from({ length: 20 }, (_, row) => row % 2),
    { seed: 1 },
  );
  expect(logLoss.estimate).toBeLessThan(1e-8);
  // One such mistake in 20 rows would cost log(1e9)/20.
  expect(logLoss.upper).toBeGreaterThan(Math.log(1e9) / 21);
});

test("further predictions of the same rows are averaged, and dependent rows have wider intervals", () => {
  const other = fromRows(Array.from(truth, () => [0.2, 0.3, 0.5]));
  const both = scoreIntervals({ probabilities }, truth, { seed: 1, further: [{ probabilities: other }] });
  const [one, two] = [probabilities, other].map((each) => evaluate({ probabilities: each }, truth));
  expect(both.logLoss.estimate).toBeCloseTo((one.logLoss.mean + two.logLoss.mean) / 2, 12);
  expect(both.errorRate.estimate).toBeCloseTo((one.errorRate + two.errorRate) / 2, 12);
  expect(both.brier.estimate).toBeCloseTo((one.brier + two.brier) / 2, 12);
  expect(both.areaUnderCurve!.estimate).toBeCloseTo((one.areaUnderCurve + two.areaUnderCurve) / 2, 12);
  const [plain, wide] = [1, 1.4].map((dependence) => scoreIntervals({ probabilities }, truth, { seed: 1, dependence }));
  expect(wide.brier.upper - wide.brier.lower).toBeCloseTo(1.4 * (plain.brier.upper - plain.brier.lower), 12);
  const { estimate, lower: low } = plain.logLoss;
  expect(estimate - wide.logLoss.lower).toBeCloseTo(1.4 * (estimate - low), 12);
  // The upper end is at least that of one mistake more, which dependence does not change.
  expect(wide.logLoss.upper).toBeGreaterThan(plain.logLoss.upper);
  expect(wide.logLoss.upper - estimate).toBeLessThanOrEqual(1.4 * (plain.logLoss.upper - estimate) + 1e-12);
  const [lower, upper] = wilsonInterval((plain.errorRate.estimate * 60) / 1.96, 60 / 1.96);
  expect([wide.errorRate.lower, wide.errorRate.upper].map((end) => end.toFixed(12))).toEqual(
    [lower, upper].map((end) => end.toFixed(12)),
  );
});

test("figures of fits to fewer rows are lowered by what the missing rows may bring, and widened by a factor of their own", () => {
  const options = { seed: 1, dependence: 1.3 };
  const plain = scoreIntervals({ probabilities }, truth, { seed: 1 });
  const { logLoss, brier, errorRate } = scoreIntervals({ probabilities }, truth, {
    ...options,
    reach: { logLoss: { factor: 1, unseen: 0.1 } },
  });
  expect(logLoss.estimate).toBe(plain.logLoss.estimate);
  expect(logLoss.upper).toBe(plain.logLoss.upper);
  expect(logLoss.lower).toBeCloseTo(plain.logLoss.lower - 0.1 * logLoss.estimate, 12);
  const wide = scoreIntervals({ probabilities }, truth, options);
  expect([brier, errorRate]).toEqual([wide.brier, wide.errorRate]);
  const both = scoreIntervals({ probabilities }, truth, {
    ...options,
    reach: { errorRate: { factor: 1, unseen: 0.1 } },
  }).errorRate;
  expect(both.upper).toBe(plain.errorRate.upper);
  expect(both.lower).toBeCloseTo(plain.errorRate.lower - 0.1 * both.estimate, 12);
  const most = { factor: 1, unseen: 1 };
  const none = scoreIntervals({ probabilities }, truth, { seed: 1, reach: { errorRate: most, logLoss: most } });
  expect([none.logLoss.lower, none.errorRate.lower]).toEqual([0, 0]);
  // Rows in groups, whose resamples are of whole groups.
  const groups = Array.from(truth, (_, row) => Math.floor(row / 3));
  const grouped = [0, 0.1].map((unseen) =>
    scoreIntervals({ probabilities }, truth, { seed: 1, groups, reach: { logLoss: { factor: 1, unseen } } }),
  );
  expect(grouped[1].logLoss.lower).toBeCloseTo(grouped[0].logLoss.lower - 0.1 * plain.logLoss.estimate, 12);
});

test("a probability of 0 for the truth counts as the floor of the log loss, and one row has no intervals", () => {
  const certain = {
    probabilities: [0, 1, 0],
    logProbabilities: fromRows([
      [0, -Infinity],
      [-Infinity, 0],
      [0, -Infinity],
    ]),
  };
  expect(scoreIntervals(certain, [1, 1, 0], { seed: 1 }).logLoss.estimate).toBeCloseTo(-Math.log(1e-15) / 3, 12);
  expect(thrown(() => scoreIntervals({ probabilities: [0.5] }, [1], { seed: 1 }))).toMatchObject({
    code: "too-few-rows",
  });
  expect(scoreIntervals({ probabilities: [0.5, 0.7] }, [1, 1], { seed: 1 }).areaUnderCurve).toBeUndefined();
});
