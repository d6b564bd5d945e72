import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { columnCurveWork } from "../../../src/fit/learning/columnCurve.ts";
import { learningCurveWork } from "../../../src/fit/learning/learningCurve.ts";
import { fitPowerLaw, lossAt } from "../../../src/fit/learning/powerLaw.ts";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import { leastSquaresSupportVector } from "../../../src/models/leastSquares/lssvm.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { runSync } from "../../../src/run/run.ts";
import { tableFromColumns, type Table } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";

/** Two classes, apart in the first of so many columns, a little in the second. */
function clouds(rows: number, columns: number, seed: number): Table {
  const random = stream(seed, rows, columns);
  const labels = Array.from({ length: rows }, (_, i) => i % 2);
  return tableFromColumns({
    ...Object.fromEntries(
      Array.from({ length: columns }, (_, j) => [
        `x${j}`,
        labels.map((label) => normal(random) + (j === 0 ? 1.4 * label : j === 1 ? 0.9 * label : 0)),
      ]),
    ),
    label: labels.map((label) => `class ${label}`),
  });
}

describe("the power law", () => {
  test("goes through losses that follow one", () => {
    const rows = [20, 40, 80, 160];
    const law = { floor: 0.3, scale: 2, exponent: 0.5 };
    const found = fitPowerLaw(
      rows,
      rows.map((n) => lossAt(law, n)),
      [1, 1, 1, 1],
    );
    expect(found.exponent).toBeCloseTo(0.5, 12);
    expect(found.floor).toBeCloseTo(0.3, 10);
    expect(found.scale).toBeCloseTo(2, 10);
  });

  test("never rises, and never falls below 0", () => {
    const rows = [20, 40, 80, 160];
    expect(fitPowerLaw(rows, [0.1, 0.2, 0.3, 0.4], [1, 1, 1, 1])).toMatchObject({ floor: 0.25, scale: 0 });
    const steep = fitPowerLaw(rows, [1, 0.4, 0.1, 0.01], [1, 1, 1, 1]);
    expect(steep.floor).toBeGreaterThanOrEqual(0);
    expect(lossAt(steep, 1e6)).toBeGreaterThanOrEqual(0);
  });
});

describe("a learning curve", () => {
  test("falls with rows that help, and foresees what twice as many do", () => {
    let held = 0;
    const tables = 6;
    for (let seed = 1; seed <= tables; seed++) {
      const curve = runSync(learningCurveWork(linearDiscriminant(), clouds(120, 8, seed), { target: "label", seed }));
      const [first, , , , last] = curve.points;
      expect(first.rows).toBeLessThan(20);
      expect(last.rows).toBe(96);
      expect(first.logLoss.mean).toBeGreaterThan(last.logLoss.mean);
      const { rows, logLoss, gain } = curve.outlook[0];
      expect(rows).toBe(240);
      expect(logLoss.lower).toBeLessThanOrEqual(logLoss.mean);
      expect(gain.lower).toBeGreaterThanOrEqual(0);
      // The loss of a fit to twice as many rows of the kind, on many others.
      const posterior = fitSync(linearDiscriminant(), clouds(240, 8, seed + 100), { target: "label" });
      const { logProbabilities } = posterior.predict(clouds(4000, 8, 999), { intervals: false });
      let loss = 0;
      for (let i = 0; i < 4000; i++) loss -= logProbabilities.data[2 * i + (i % 2)] / 4000;
      if (loss >= logLoss.lower && loss <= logLoss.upper) held++;
    }
    // Of six intervals of 90 %: fewer than four in one of 60.
    expect(held).toBeGreaterThanOrEqual(4);
  });

  test("keeps groups together and counts weights", () => {
    const table = clouds(90, 2, 3);
    const more = tableFromColumns({
      patient: Array.from({ length: 90 }, (_, i) => `p${Math.floor(i / 3)}`),
      weight: Array.from({ length: 90 }, (_, i) => 1 + (i % 2)),
    });
    const curve = runSync(
      learningCurveWork(
        linearDiscriminant(),
        { ...table, columns: [...table.columns, ...more.columns] },
        { target: "label", group: "patient", weights: "weight", rounds: 1, shares: [0.25, 0.5, 1], ahead: [2] },
      ),
    );
    expect(curve.points).toHaveLength(3);
    expect(curve.outlook).toHaveLength(1);
    expect(curve.points.every(({ logLoss: { lower, upper } }) => lower < upper)).toBe(true);
  });

  test("refuses what is no curve", () => {
    const code = (options: object): string =>
      thrown(
        () => runSync(learningCurveWork(linearDiscriminant(), clouds(60, 2, 1), { target: "label", ...options })),
        InputError,
      ).code;
    expect(code({ shares: [0.5, 1] })).toBe("invalid-option");
    expect(code({ shares: [0.5, 0.2, 1] })).toBe("invalid-option");
    expect(code({ rounds: 0 })).toBe("invalid-option");
    expect(code({ ahead: [0.5] })).toBe("invalid-option");
    expect(code({ shade: 1 })).toBe("unknown-option");
  });
});

describe("a curve of columns", () => {
  test("shows what the second column brings, and that the others bring nothing", () => {
    const points = runSync(
      columnCurveWork(leastSquaresSupportVector({ kernel: { kind: "linear" }, regularization: 1 }), clouds(300, 8, 2), {
        target: "label",
        counts: [1, 2, 8],
      }),
    );
    expect(points.map(({ columns }) => columns)).toEqual([1, 2, 8]);
    const [first, second, all] = points;
    expect(first.gain).toBeUndefined();
    expect(second.gain!.lower).toBeGreaterThan(0);
    expect(all.gain!.lower).toBeLessThan(0.005);
    expect(all.gain!.mean).toBeLessThan(second.gain!.mean);
  });

  test("doubles its columns by default, and refuses more than there are", () => {
    const points = runSync(columnCurveWork(linearDiscriminant(), clouds(60, 5, 2), { target: "label" }));
    expect(points.map(({ columns }) => columns)).toEqual([1, 2, 4, 5]);
    const code = thrown(
      () => runSync(columnCurveWork(linearDiscriminant(), clouds(60, 2, 2), { target: "label", counts: [9] })),
      InputError,
    ).code;
    expect(code).toBe("invalid-option");
  });
});
