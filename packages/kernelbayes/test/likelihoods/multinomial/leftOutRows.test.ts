import { expect, test } from "vitest";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { leftOutRows } from "../../../src/likelihoods/multinomial/leftOutRows.ts";
import { multinomialMode } from "../../../src/likelihoods/multinomial/multinomialMode.ts";
import { atPenalty, type PenaltyProblem } from "../../../src/models/logistic/searchPenalty.ts";
import { cloudRows, withWeights } from "./problem.ts";

const engine = selectEngine();
const penalty = 1;

/** η of a row by a fit with other weights. */
function refitted(rows: PenaltyProblem, row: number, weights: Float64Array): Float64Array {
  const { coefficients } = multinomialMode(engine, atPenalty(withWeights(rows, weights), penalty));
  const m = rows.design.columns;
  return engine.multiply({ rows: 1, columns: m, data: rows.design.data.slice(row * m, (row + 1) * m) }, coefficients)
    .data;
}

/** The largest difference of η from that of a refit, at each row. */
function errors(rows: PenaltyProblem): number[] {
  const problem = atPenalty(rows, penalty);
  const { outputs } = leftOutRows(engine, problem, multinomialMode(engine, problem));
  const q = outputs.columns;
  return Array.from(rows.weights.keys(), (row) => {
    const refit = refitted(
      rows,
      row,
      rows.weights.map((w, i) => (i === row ? w - Math.min(1, w) : w)),
    );
    return Math.max(...refit.map((eta, a) => Math.abs(eta - outputs.data[row * q + a])));
  });
}

test("outputs without a row agree with refits, for two classes and for three", () => {
  for (const classCount of [2, 3]) {
    const found = errors(cloudRows(40, 3, classCount));
    // The specification has 0.23 for the worst of 40 rows.
    expect(Math.max(...found)).toBeLessThan(0.23);
    expect(found.reduce((sum, error) => sum + error, 0) / 40).toBeLessThan(0.02);
  }
});

test("of a row of weight three one unit is left out, of one of weight one half the whole", () => {
  const weights = Float64Array.from({ length: 36 }, (_, i) => [1, 3, 0.5, 1.5][i % 4]);
  expect(Math.max(...errors(cloudRows(36, 3, 3, weights)))).toBeLessThan(0.1);
});

test("the formula is right to first order: what a light row leaves of error falls with the square of its weight", () => {
  const [heavy, light] = [1e-2, 1e-3].map((weight) => {
    const weights = Float64Array.from({ length: 30 }, (_, i) => (i === 4 ? weight : 1));
    return errors(cloudRows(30, 3, 3, weights))[4];
  });
  expect(heavy).toBeGreaterThan(1e-8);
  expect(light).toBeLessThan(0.02 * heavy);
});

test("the only unit of a class cannot be left out", () => {
  const rows = cloudRows(9, 2, 2);
  const lonely = { ...rows, classes: rows.classes.map((_, i) => (i === 4 ? 1 : 0)) };
  const problem = atPenalty(lonely, penalty);
  expect(leftOutRows(engine, problem, multinomialMode(engine, problem)).omitted).toEqual([4]);
});
