import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { leftOutRows } from "../../../src/likelihoods/multinomial/leftOutRows.ts";
import { multinomialMode } from "../../../src/likelihoods/multinomial/multinomialMode.ts";
import { atPenalty, penaltyPrior, penaltyScale, searchPenalty } from "../../../src/models/logistic/searchPenalty.ts";
import { runSync } from "../../../src/run/run.ts";
import { cloudRows } from "../../likelihoods/multinomial/problem.ts";

const engine = selectEngine();

test("no penalty of a fine grid is better than the one that is found by more than its last step allows", () => {
  const rows = cloudRows(60, 4, 3);
  const scale = penaltyScale(rows);
  const valueAt = (penalty: number): number => {
    const problem = atPenalty(rows, penalty);
    const { logProbabilities } = leftOutRows(engine, problem, multinomialMode(engine, problem));
    return rows.classes.reduce((sum, c, i) => sum - logProbabilities.data[3 * i + c], penaltyPrior(penalty, scale));
  };
  const found = valueAt(runSync(searchPenalty(engine, rows)));
  for (let log = -6; log < 6; log += 0.05) expect(valueAt(Math.exp(log))).toBeGreaterThan(found - 0.02);
});

test("columns that say nothing are held back, and columns that separate the classes are not", () => {
  const rows = cloudRows(60, 4, 2);
  const shuffled = { ...rows, classes: rows.classes.map((_, i) => (i * 7 + (i % 11)) % 2) };
  const separated = { ...rows, design: { ...rows.design, data: rows.design.data.slice() } };
  rows.classes.forEach((c, i) => (separated.design.data[i * 5] += 20 * c));
  const [noise, clear] = [shuffled, separated].map((given) => {
    return penaltyScale(given).length / runSync(searchPenalty(engine, given));
  });
  expect(noise).toBeLessThan(2);
  expect(clear).toBeGreaterThan(30);
});

test("the penalty is never below a millionth of the rows", () => {
  const { least } = penaltyScale(cloudRows(50, 2, 2));
  expect(least).toBeCloseTo(5e-5, 12);
});
