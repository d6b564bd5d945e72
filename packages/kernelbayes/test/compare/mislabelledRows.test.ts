import { expect, test } from "vitest";
import { contradictingRows, mislabelledRows } from "../../src/compare/mislabelledRows.ts";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { fromRows } from "../../src/matrix/row.ts";
import { logSoftmaxInPlace } from "../../src/numeric/logSumExp.ts";
import { normal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";
import { thrown } from "../thrown.ts";

interface Sample {
  readonly P: Matrix;
  readonly labels: Int32Array;
  readonly flipped: ReadonlySet<number>;
}

/** Calibrated probabilities of three classes, labels drawn from them, and a share of the labels exchanged. */
function sample(n: number, share: number, seed: number): Sample {
  const source = stream(seed);
  const P = matrix(n, 3);
  const labels = new Int32Array(n);
  const flipped = new Set<number>();
  for (let i = 0; i < n; i++) {
    const own = P.data.subarray(3 * i, 3 * i + 3);
    for (let c = 0; c < 3; c++) own[c] = 4 * normal(source);
    logSoftmaxInPlace(own);
    own.forEach((log, c) => (own[c] = Math.exp(log)));
    let left = source.uniform();
    while (labels[i] < 2 && (left -= own[labels[i]]) > 0) labels[i]++;
    if (source.uniform() < share) {
      labels[i] = (labels[i] + 1 + source.integer(2)) % 3;
      flipped.add(i);
    }
  }
  return { P, labels, flipped };
}

test("a q value is the least share of rows that would be as surprising anyway", () => {
  const { P, labels } = sample(40, 0.1, 1);
  // Equal probabilities, to see that they are counted together.
  P.data.copyWithin(3, 0, 3);
  labels[1] = labels[0];
  const own = Array.from(labels, (c, i) => P.data[3 * i + c]);
  const naive = own.map((o) => {
    const shares = Array.from(P.data)
      .filter((t) => t >= o)
      .map((t) => {
        const expected = P.data.reduce((sum, p) => sum + (p <= t ? p : 0), 0);
        return expected / own.filter((other) => other <= t).length;
      });
    return Math.min(1, ...shares);
  });
  const { rows } = mislabelledRows(P, labels);
  for (const { row, qValue, ownProbability } of rows) {
    expect(qValue).toBeCloseTo(naive[row], 12);
    expect(ownProbability).toBe(own[row]);
  }
  expect(rows.map(({ ownProbability }) => ownProbability)).toEqual(own.toSorted((a, b) => a - b));
});

test("of flagged rows about the wanted share is false, and exchanged labels are found", () => {
  let [flags, wrong, exchanged] = [0, 0, 0];
  for (let seed = 0; seed < 20; seed++) {
    const { P, labels, flipped } = sample(300, 0.05, 10 + seed);
    const { flagged } = mislabelledRows(P, labels, { falseShare: 0.2 });
    flags += flagged.length;
    wrong += flagged.filter(({ row }) => !flipped.has(row)).length;
    exchanged += flipped.size;
  }
  // About 200 flags; four standard errors of the share are 0.11.
  expect(wrong / flags).toBeLessThan(0.31);
  expect(wrong / flags).toBeGreaterThan(0.09);
  expect((flags - wrong) / exchanged).toBeGreaterThan(0.4);
});

test("honest labels are seldom flagged", () => {
  let samples = 0;
  for (let seed = 0; seed < 20; seed++) {
    const { P, labels } = sample(200, 0, 100 + seed);
    if (mislabelledRows(P, labels, { falseShare: 0.2 }).flagged.length > 0) samples++;
  }
  // Some row is flagged in at most about every fifth sample; four standard errors are 0.36.
  expect(samples / 20).toBeLessThan(0.56);
});

test("the rate of exchanged labels is estimated, and each row's probability follows from it", () => {
  const { P, labels, flipped } = sample(4000, 0.08, 3);
  const { rows, noiseRate, converged } = mislabelledRows(P, labels);
  expect(converged).toBe(true);
  // The standard error is about 0.006.
  expect(Math.abs(noiseRate - flipped.size / 4000)).toBeLessThan(0.025);
  let mean = 0;
  for (const { ownProbability: o, flipProbability } of rows) {
    const [other, own] = [(noiseRate * (1 - o)) / 2, (1 - noiseRate) * o];
    expect(flipProbability).toBeCloseTo(other / (other + own), 7);
    mean += flipProbability / 4000;
  }
  expect(mean).toBeCloseTo(noiseRate, 9);
});

test("a row says which class would fit it better", () => {
  const P = fromRows([
    [0.1, 0.9],
    [0.99, 0.01],
    [0.3, 0.7],
  ]);
  const { rows } = mislabelledRows(P, [1, 1, 0]);
  expect(rows.map(({ row, label, suggested }) => [row, label, suggested])).toEqual([
    [1, 1, 0],
    [2, 0, 1],
    [0, 1, 1],
  ]);
});

test("impossible labels are certain flips and certain labels are none", () => {
  const { rows, noiseRate } = mislabelledRows(
    fromRows([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]),
    [0, 0, 0, 1],
  );
  expect(rows[0]).toMatchObject({ row: 3, ownProbability: 0, qValue: 0, flipProbability: 1 });
  expect(rows[1].flipProbability).toBe(0);
  expect(noiseRate).toBe(0.25);
});

test("rows with equal inputs and different labels are listed together", () => {
  const X = fromRows([
    [1, 2],
    [3, 4],
    [1, 2],
    [3, 4],
    [2, 1],
    [1, 2],
  ]);
  const found = contradictingRows(X, [0, 1, 1, 1, 0, 0]);
  expect(found).toEqual([{ rows: Int32Array.of(0, 2, 5), classes: Int32Array.of(0, 1, 0) }]);
  expect(contradictingRows(X, [0, 1, 0, 1, 1, 0])).toEqual([]);
});

test("no rows, classes that are none and shares that are none are refused", () => {
  expect(thrown(() => mislabelledRows(matrix(0, 2), [])).code).toBe("no-rows");
  expect(thrown(() => mislabelledRows(fromRows([[0.5, 0.5]]), [2])).code).toBe("invalid-class");
  expect(thrown(() => mislabelledRows(fromRows([[0.5, 0.5]]), [0], { falseShare: 2 })).code).toBe("invalid-share");
});
