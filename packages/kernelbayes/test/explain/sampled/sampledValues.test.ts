import { describe, expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { playersOf } from "../../../src/explain/players.ts";
import { sampledValues, type SampledValues } from "../../../src/explain/sampled/sampledValues.ts";
import { logOddsOf, type ValueFunction } from "../../../src/explain/valueFunction.ts";
import { row, selectRows } from "../../../src/matrix/row.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { runSync } from "../../../src/run/run.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { byDefinition, encoded, fitted, hybrids, mean, sample } from "../samples.ts";

const random = stream(5);
const P = 9;
const X = matrix(
  6,
  P,
  Float64Array.from({ length: 6 * P }, () => normal(random)),
);
const background = matrix(
  5,
  P,
  Float64Array.from({ length: 5 * P }, () => normal(random)),
);
const players = {
  names: Array.from({ length: P }, (_, j) => `x${j}`),
  groups: Int32Array.from({ length: P }, (_, j) => j),
};

/** Two outputs with interactions of every order. */
const value: ValueFunction = (rows) => {
  const result = matrix(rows.rows, 2);
  for (let i = 0; i < rows.rows; i++) {
    const x = row(rows, i);
    result.data[2 * i] = Math.sin(x.reduce((sum, each, j) => sum + each / (j + 1), 0)) + x[0] * x[1] * x[2];
    result.data[2 * i + 1] = Math.exp(-x.reduce((sum, each) => sum + each * each, 0) / 9);
  }
  return result;
};

function explained(seed: number, orders: number, rows = X): SampledValues {
  return runSync(sampledValues({ value, X: rows, background, players, seed, orders, method: "sampled" }));
}

/** The values of all rows and outputs by their definition. */
const exact = Array.from({ length: X.rows }, (_, a) =>
  [0, 1].map((c) =>
    byDefinition(P, (set) => {
      const { data } = value(hybrids(X, a, background, players.groups, set));
      return mean(Array.from({ length: background.rows }, (_unused, b) => data[2 * b + c]));
    }),
  ),
);

describe("sampled Shapley values", () => {
  test("add up to the output less that of the background, to 1e-10", () => {
    const { outputs, method } = explained(1, 2);
    expect(method).toBe("sampled");
    for (const { contributions, totals, base } of outputs) {
      totals.forEach((total, a) => {
        const sum = row(contributions, a).reduce((all, phi) => all + phi, base);
        expect(Math.abs(sum - total)).toBeLessThan(1e-10);
      });
    }
  });

  test("lie around the exact ones as far as their standard errors say", () => {
    const scores: number[] = [];
    for (let seed = 1; seed <= 8; seed++) {
      explained(seed, 30).outputs.forEach(({ contributions, errors }, c) => {
        for (let a = 0; a < X.rows; a++) {
          for (let j = 0; j < P; j++) {
            scores.push((row(contributions, a)[j] - exact[a][c][j]) / row(errors!, a)[j]);
          }
        }
      });
    }
    // 864 scores, those of one walk dependent: the mean square is 1 but for a few percent.
    const meanSquare = mean(scores.map((z) => z * z));
    expect(meanSquare).toBeGreaterThan(0.85);
    expect(meanSquare).toBeLessThan(1.2);
    expect(scores.filter((z) => Math.abs(z) > 3).length / scores.length).toBeLessThan(0.012);
  });

  test("have errors that fall with the root of the number of orders", () => {
    const size = (orders: number): number => {
      const { outputs } = explained(3, orders);
      return Math.sqrt(mean(outputs[0].errors!.data.map((error) => error * error)));
    };
    expect(size(16) / size(256)).toBeCloseTo(4, 0);
  });

  test("of few columns are enumerated: all sets in place of orders, and no error", () => {
    const few = 5;
    const part = {
      names: players.names.slice(0, few),
      groups: players.groups.map((group) => Math.min(group, few - 1)),
    };
    const problem = { value, X, background, players: part, seed: 1, orders: 4, method: undefined };
    const { method, outputs } = runSync(sampledValues(problem));
    expect(method).toBe("enumerated");
    expect(outputs[0].errors).toBeUndefined();
    for (let a = 0; a < X.rows; a++) {
      byDefinition(few, (set) => {
        const { data } = value(hybrids(X, a, background, part.groups, set));
        return mean(Array.from({ length: background.rows }, (_, b) => data[2 * b]));
      }).forEach((phi, j) => expect(row(outputs[0].contributions, a)[j]).toBeCloseTo(phi, 12));
    }
  });

  test("are the same for the same seed, and need no more than the predictions of a model of one's own", () => {
    expect(Array.from(explained(7, 2).outputs[0].contributions.data)).toEqual(
      Array.from(explained(7, 2).outputs[0].contributions.data),
    );
    const table = sample(40, 3);
    const posterior = fitted(modelFromDocument({ name: "lda" }), table);
    const rows = encoded(posterior, table);
    const ofPosterior = playersOf(posterior.encoding);
    const problem = {
      value: logOddsOf({ probabilities: posterior.numeric.probabilities }),
      X: selectRows(rows, [0]),
      background: selectRows(rows, [1, 2, 3]),
      players: ofPosterior,
      seed: 1,
      orders: 40,
      method: "sampled" as const,
    };
    const { outputs } = runSync(sampledValues(problem));
    expect(outputs).toHaveLength(3);
    expect(outputs[0].contributions.columns).toBe(5);
  });
});
