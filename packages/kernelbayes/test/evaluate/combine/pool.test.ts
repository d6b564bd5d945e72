import { expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { cutCandidates } from "../../../src/evaluate/combine/cutCandidates.ts";
import { pooled, poolOf, type Pool } from "../../../src/evaluate/combine/pool.ts";
import { scoredShares } from "../../../src/evaluate/combine/densitiesAmongScored.ts";
import { row } from "../../../src/matrix/row.ts";
import { logSoftmaxInPlace } from "../../../src/numeric/logSumExp.ts";
import { logSigmoid } from "../../../src/numeric/sigmoid.ts";
import { boundedLbfgs } from "../../../src/optimize/boundedLbfgs.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";
import { runSync } from "../../../src/run/run.ts";
import { thrown } from "../../thrown.ts";
import { expectClose } from "../expectClose.ts";

interface Members {
  readonly classes: Int32Array;
  readonly members: readonly Matrix[];
}

/** Rows of known scores, drawn classes, and members that know the scores with some noise, too surely or not surely enough. */
function simulate(n: number, C: number, sharpness: readonly number[], seed: number): Members {
  const source = stream(seed);
  const classes = new Int32Array(n);
  const members = sharpness.map(() => matrix(n, C));
  for (let i = 0; i < n; i++) {
    const scores = Float64Array.from({ length: C }, () => 1.5 * normal(source));
    const logs = scores.slice();
    logSoftmaxInPlace(logs);
    let left = source.uniform();
    while (classes[i] < C - 1 && (left -= Math.exp(logs[classes[i]])) > 0) classes[i]++;
    members.forEach((member, k) => {
      const own = row(member, i);
      scores.forEach((score, c) => (own[c] = sharpness[k] * (score + 0.7 * normal(source))));
      logSoftmaxInPlace(own);
    });
  }
  return { classes, members };
}

function objective(pool: Pool, { classes, members }: Members, lambda: number): number {
  const { data, columns: C } = pooled(pool, members);
  const loss = classes.reduce((sum, c, i) => sum - data[i * C + c], 0);
  const pull = pool.coefficients.reduce((sum, c) => sum + lambda * (c - 1 / members.length) ** 2, 0);
  return loss + pull + pool.offsets.reduce((sum, b) => sum + 12.5 * b * b, 0);
}

test("the pool is known to rounding, so that rounding of what its members say is not magnified", () => {
  for (const seed of [1, 2, 3, 4]) {
    const { classes, members } = simulate(40, 3, [0.5, 3, -1.5, 1.2], seed);
    const source = stream(seed);
    const rounded = members.map(({ rows, columns, data }) =>
      matrix(
        rows,
        columns,
        data.map((log) => log * (1 + 1e-15 * normal(source))),
      ),
    );
    const [found, beside] = [poolOf(members, classes), poolOf(rounded, classes)];
    expect(found.converged && beside.converged).toBe(true);
    expectClose(beside.coefficients, found.coefficients, 1e-13);
    expectClose(beside.offsets, found.offsets, 1e-13);
  }
});

test("for two classes the pool is logistic regression on log odds, pulled to an even share, its constant with a normal prior of variance 2/25", () => {
  const given = simulate(120, 2, [0.5, 3, -1.5], 1);
  const { classes, members } = given;
  const lambda = 25;
  const farthest = Math.log((1 - 1e-7) / 1e-7);
  const z = members.map(({ data }) =>
    Float64Array.from(classes, (_, i) => Math.max(-farthest, Math.min(farthest, data[2 * i + 1] - data[2 * i]))),
  );
  // Written out from the definition: ln(1 + exp(−y h)) + λ Σ (c − 1/3)² + 6.25 c₀², h = Σ c z + c₀.
  const direct = runSync(
    boundedLbfgs(
      (point) => {
        let value = 0;
        const gradient = new Float64Array(4);
        classes.forEach((c, i) => {
          const y = c === 1 ? 1 : -1;
          const h = point[3] + z.reduce((sum, own, k) => sum + point[k] * own[i], 0);
          value -= logSigmoid(y * h);
          const slope = -y * Math.exp(logSigmoid(-y * h));
          z.forEach((own, k) => (gradient[k] += slope * own[i]));
          gradient[3] += slope;
        });
        for (let k = 0; k < 3; k++) {
          value += lambda * (point[k] - 1 / 3) ** 2;
          gradient[k] += 2 * lambda * (point[k] - 1 / 3);
        }
        value += 6.25 * point[3] ** 2;
        gradient[3] += 12.5 * point[3];
        return { value, gradient };
      },
      [1 / 3, 1 / 3, 1 / 3, 0],
      { lower: [0, 0, 0, -Infinity], gradientTolerance: 1e-9, valueTolerance: 0 },
    ),
  );
  const pool = poolOf(members, classes, { lambda });
  expect(pool.converged).toBe(true);
  expectClose(pool.coefficients, direct.point.subarray(0, 3), 1e-7);
  expect(pool.offsets[1] - pool.offsets[0]).toBeCloseTo(direct.point[3], 7);
  expect(pool.offsets[0] + pool.offsets[1]).toBeCloseTo(0, 12);
  // The member that says the opposite of the truth is not used, rather than turned round.
  expect(pool.coefficients[2]).toBe(0);
  expect(objective(pool, given, lambda)).toBeCloseTo(direct.value, 9);
});

test("no small change of coefficients or offsets makes the pool of four classes better", () => {
  const given = simulate(150, 4, [1, 0.3, -1], 2);
  const pool = poolOf(given.members, given.classes, { lambda: 5 });
  const least = objective(pool, given, 5);
  expect(pool.coefficients[2]).toBe(0);
  for (const step of [1e-3, -1e-3]) {
    pool.coefficients.forEach((value, k) => {
      if (value + step < 0) return;
      const moved = { ...pool, coefficients: pool.coefficients.with(k, value + step) };
      expect(objective(moved, given, 5)).toBeGreaterThan(least);
    });
    pool.offsets.forEach((value, c) => {
      const moved = { ...pool, offsets: pool.offsets.with(c, value + step) };
      expect(objective(moved, given, 5)).toBeGreaterThan(least);
    });
  }
});

test("a member that is not sure enough is sharpened, one that is too sure is softened", () => {
  const { classes, members } = simulate(600, 3, [0.4, 2.5], 3);
  const [soft] = poolOf([members[0]], classes, { lambda: 1e-6 }).coefficients;
  const [sharp] = poolOf([members[1]], classes, { lambda: 1e-6 }).coefficients;
  expect(soft).toBeGreaterThan(1.3);
  expect(sharp).toBeLessThan(0.5);
  // Noise apart, both know the same: one coefficient in units of the other is the ratio of their sharpness.
  expect(soft / sharp).toBeGreaterThan(2.5 / 0.4 / 1.5);
  expect(soft / sharp).toBeLessThan((2.5 / 0.4) * 1.5);
});

test("a strong pull leaves every member its even share", () => {
  const { classes, members } = simulate(60, 3, [1, 1, 0.1, 4], 4);
  expectClose(poolOf(members, classes, { lambda: 1e9 }).coefficients, [0.25, 0.25, 0.25, 0.25], 1e-5);
});

test("whole weights give the pool of repeated rows, and rows without weight do not count", () => {
  const { classes, members } = simulate(50, 3, [1, 0.5], 5);
  const weights = Float64Array.from(classes, (_, i) => i % 3);
  const repeated = Array.from(classes.keys()).flatMap((i) => Array.from<number>({ length: weights[i] }).fill(i));
  const ofRows = ({ data, columns }: Matrix): Matrix =>
    matrix(
      repeated.length,
      columns,
      Float64Array.from(repeated.flatMap((i) => Array.from(data.subarray(i * columns, (i + 1) * columns)))),
    );
  const weighted = poolOf(members, classes, { weights });
  const long = poolOf(
    members.map(ofRows),
    repeated.map((i) => classes[i]),
  );
  expectClose(weighted.coefficients, long.coefficients, 1e-9);
  expectClose(weighted.offsets, long.offsets, 1e-9);
});

test("a member that is certain counts as nearly certain, so that others can overrule it", () => {
  const certain = matrix(1, 2, Float64Array.of(0, -Infinity));
  const pool = { coefficients: Float64Array.of(1), offsets: new Float64Array(2), clip: 1e-7, converged: true };
  const { data } = pooled(pool, [certain]);
  expect(Math.exp(data[1])).toBeCloseTo(1e-7, 15);
  expect(Math.exp(data[0]) + Math.exp(data[1])).toBeCloseTo(1, 14);
});

test.each([2, 3])("a class that no row has keeps an offset of a few units, %i classes", (C) => {
  for (const n of [3, 40, 4000]) {
    const { members } = simulate(n, C, [1], 6);
    const { offsets, converged } = poolOf(
      members,
      new Int32Array(n).map((_, i) => i % (C - 1)),
    );
    expect(converged).toBe(true);
    expect(offsets[C - 1]).toBeLessThan(Math.min(...offsets.subarray(0, C - 1)));
    // The pull balances rows of slope at most 1, whose loss falls like exp(−b): b grows with log n.
    expect(offsets[C - 1]).toBeGreaterThan(-Math.log(10 * n));
  }
});

test("rows of one class teach a pool of two classes nothing where rows of the other could not be scored", () => {
  const { members } = simulate(39, 2, [1, 0.5], 9);
  const pool = poolOf(members, new Int32Array(39), { shares: [1, 0] });
  expectClose(pool.coefficients, [0.5, 0.5], 1e-12);
  expectClose(pool.offsets, [0, 0], 1e-12);
});

test("a class without scored rows leaves the pool of the others as if it did not exist", () => {
  const { members: all } = simulate(80, 3, [1, 0.5], 10);
  const classes = new Int32Array(80).map((_, i) => (Math.sin(i) > 0.3 ? 1 : 0));
  const two = all.map(({ data }) => {
    const logs = matrix(80, 2);
    for (let i = 0; i < 80; i++) {
      row(logs, i).set(data.subarray(3 * i, 3 * i + 2));
      logSoftmaxInPlace(row(logs, i));
    }
    return logs;
  });
  // Differences of log probabilities are the same with and without the third class, as long as no clip changes them.
  const options = { lambda: 4, clip: 1e-12 };
  const ofThree = poolOf(all, classes, { ...options, shares: [1, 1, 0] });
  const ofTwo = poolOf(two, classes, options);
  expectClose(ofThree.coefficients, ofTwo.coefficients, 1e-8);
  expectClose(ofThree.offsets, [...ofTwo.offsets, 0], 1e-8);
});

test("a class of which every other row was scored keeps the offset it would have with all of them", () => {
  const n = 4000;
  const { classes, members } = simulate(n, 2, [0.6], 11);
  const scored = Array.from(classes.keys()).filter((i) => classes[i] === 0 || i % 2 === 0);
  const half = matrix(scored.length, 2, Float64Array.from(scored.flatMap((i) => Array.from(row(members[0], i)))));
  const ofScored = scored.map((i) => classes[i]);
  const all = poolOf(members, classes);
  const known = poolOf([half], ofScored, { shares: scoredShares(scored, classes, new Float64Array(n).fill(1), 2) });
  const ignored = poolOf([half], ofScored);
  // Log odds have a standard error of about √(4/3000 + …) < 0.06; half of the rows of a class are log 2 = 0.69 of its odds.
  const oddsOf = ({ offsets }: Pool): number => offsets[1] - offsets[0];
  expect(Math.abs(oddsOf(known) - oddsOf(all))).toBeLessThan(0.15);
  expect(Math.abs(oddsOf(ignored) - oddsOf(all))).toBeGreaterThan(0.5);
});

test("shares that cannot be are refused", () => {
  const { classes, members } = simulate(10, 3, [1], 7);
  expect(() => poolOf(members, classes, { shares: [1, 1] })).toThrow("number of shares must be 3; got 2");
  expect(() => poolOf(members, classes, { shares: [1, 1.5, 1] })).toThrow(
    "share of class 1 must lie from 0 to 1; got 1.5",
  );
  expect(() => poolOf(members, new Int32Array(10), { shares: [0, 1, 1] })).toThrow("class 0 is 0, but there are rows");
});

test("pools of nothing, of unequal shapes and without a pull are refused", () => {
  const { classes, members } = simulate(10, 3, [1], 7);
  expect(() => poolOf([], classes)).toThrow(RangeError);
  expect(() => poolOf([members[0], matrix(9, 3)], classes)).toThrow("rows of each member must be 10; got 9");
  expect(() => poolOf(members, classes, { lambda: 0 })).toThrow("lambda");
  expect(thrown(() => poolOf(members, classes.with(0, 3))).code).toBe("invalid-class");
  const pool = poolOf(members, classes);
  expect(() => pooled(pool, [...members, ...members])).toThrow("number of members must be 1; got 2");
});

test("candidates are cut by the paired difference to the best and its standard error", () => {
  const source = stream(8);
  const best = Float64Array.from({ length: 200 }, () => -source.uniform());
  const close = best.map((value) => value - 0.02 + 0.5 * normal(source));
  const far = best.map((value) => value - 0.3 + 0.1 * normal(source));
  const { best: found, kept, differences, errors } = cutCandidates([far, best, close, best]);
  expect(found).toBe(1);
  expect(kept).toEqual([1, 2, 3]);
  // From the definition.
  const apart = far.map((value, i) => value - best[i]);
  const mean = apart.reduce((sum, value) => sum + value, 0) / 200;
  const variance = apart.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 199;
  expect(differences[0]).toBeCloseTo(mean, 12);
  expect(errors[0]).toBeCloseTo(Math.sqrt(variance / 200), 12);
  expect(differences[1]).toBe(0);
  expect(differences[3]).toBe(0);
});

test("a row that one candidate has no density for counts for none of them", () => {
  // Without the first row both are equal, with it the second would be far ahead.
  const { best, kept, differences } = cutCandidates([
    [Number.NaN, -1, -2, -3],
    [0, -1, -2, -3],
  ]);
  expect(best).toBe(0);
  expect(kept).toEqual([0, 1]);
  expect(differences[1]).toBe(0);
  expect(thrown(() => cutCandidates([[Number.NaN], [0]])).code).toBe("no-rows");
  expect(() => cutCandidates([])).toThrow(RangeError);
});

test("weights count candidates' rows as often as they say", () => {
  const first = [-1, -2, -0.5, -0.1];
  const second = [-1.2, -1.5, -0.4, -2];
  const weighted = cutCandidates([first, second], [2, 1, 0, 3]);
  const rows = [0, 0, 1, 3, 3, 3];
  const repeated = cutCandidates([rows.map((i) => first[i]), rows.map((i) => second[i])]);
  expect(weighted.kept).toEqual(repeated.kept);
  expectClose(weighted.differences, repeated.differences, 1e-14);
  expectClose(weighted.errors, repeated.errors, 1e-14);
});

test("a candidate that lags by a few nats only is not cut, however sure its lag is", () => {
  const best = new Float64Array(40).fill(-0.1);
  const others = [0.05, 0.2].map((lag) => best.map((value, i) => value - lag - 0.001 * (i % 2)));
  expect(cutCandidates([best, ...others]).kept).toEqual([0]);
  // 40 rows: 2.02 and 8.02 nats.
  expect(cutCandidates([best, ...others], undefined, 4).kept).toEqual([0, 1]);
});
