import { describe, expect, test } from "vitest";
import { marginalRelevance, mostRelevant } from "../../src/evaluate/marginalRelevance.ts";
import { fromRows } from "../../src/matrix/row.ts";
import { thrown } from "../thrown.ts";
import { expectClose } from "./expectClose.ts";

const rows = [
  [1, 2, 5.1, 0.3],
  [2, 2, 5.1, -1],
  [4, 7, 5.1, 0.9],
  [3, 7, 5.1, 0.2],
  [9, 7, 5.1, -0.4],
  [8, 1, 5.1, 0.7],
];
const classes = [0, 0, 1, 1, 1, 2];
const X = fromRows(rows);

describe("marginal relevance", () => {
  test("is the sum of squares between the class means over that within the classes", () => {
    // Means 1.5, 16/3 and 8 of the classes, 4.5 of all.
    const between = 2 * 3 ** 2 + 3 * (16 / 3 - 4.5) ** 2 + 3.5 ** 2;
    const within = 2 * 0.25 + (4 / 3) ** 2 + (7 / 3) ** 2 + (11 / 3) ** 2;
    expect(marginalRelevance(X, classes)[0]).toBeCloseTo(between / within, 12);
  });

  test("is infinite where each class has a value of its own, and 0 for a constant column", () => {
    expect(marginalRelevance(X, classes)[1]).toBe(Infinity);
    expect(marginalRelevance(X, classes)[2]).toBe(0);
    const far = fromRows(rows.map((row) => [1e9 + row[1], 1e9 + 0.1]));
    expect(Array.from(marginalRelevance(far, classes))).toEqual([Infinity, 0]);
  });

  test("is 0 where the class means agree", () => {
    expect(marginalRelevance(fromRows([[1], [3], [2], [2]]), [0, 0, 1, 1])[0]).toBe(0);
  });

  test("does not depend on unit and origin of a column, nor on the numbers of the classes", () => {
    const plain = marginalRelevance(X, classes);
    const changed = fromRows(rows.map(([a, b, c, d]) => [1e4 + 1e-3 * a, -b, c, 7 * d - 2]));
    const other = marginalRelevance(changed, [4, 4, 0, 0, 0, 2]);
    expectClose([other[0], other[3]], [plain[0], plain[3]], 1e-6);
  });

  test("counts a row of weight two as two rows, and one of weight 0 not at all", () => {
    const weights = [2, 1, 0, 3, 1, 1];
    const copied = weights.flatMap((weight, i) => new Array<number>(weight).fill(i));
    const expected = marginalRelevance(
      fromRows(copied.map((i) => rows[i])),
      copied.map((i) => classes[i]),
    );
    expectClose([...marginalRelevance(X, classes, { weights })].slice(0, 1), [...expected].slice(0, 1), 1e-12);
    expectClose([...marginalRelevance(X, classes, { weights })].slice(3), [...expected].slice(3), 1e-12);
  });

  test("adds the sums of squares of the columns of one source: of indicators it is τ/(1 − τ)", () => {
    const levels = [0, 0, 1, 2, 1, 2];
    const indicators = fromRows(levels.map((level) => [0, 1, 2].map((of) => (level === of ? 1 : 0))));
    const [relevance] = marginalRelevance(indicators, classes, { groups: [5, 5, 5] });
    // Goodman and Kruskal: the proportional reduction of Σ p(1 − p), the errors of guessing levels by their frequencies.
    const gini = (members: number[]): number =>
      1 -
      [0, 1, 2].reduce((sum, of) => sum + (members.filter((level) => level === of).length / members.length) ** 2, 0);
    const inClasses = [0, 1, 2].reduce((sum, q) => {
      const own = levels.filter((_, i) => classes[i] === q);
      return sum + (own.length / 6) * gini(own);
    }, 0);
    const tau = 1 - inClasses / gini(levels);
    expect(relevance).toBeCloseTo(tau / (1 - tau), 12);
    const both = marginalRelevance(X, classes, { groups: [3, 3, 1, 3] });
    expect(both.length).toBe(2);
    expect(both[1]).toBe(0);
  });

  test("of two classes is t²/(n − 2), t the statistic of the difference of their means", () => {
    const [first, second] = [
      [0.3, -1, 0.9, 1.2],
      [2.1, 0.4, 1.8],
    ];
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = (values: number[]): number => values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0);
    const pooled = (squares(first) + squares(second)) / (7 - 2);
    const t = (mean(first) - mean(second)) / Math.sqrt(pooled * (1 / 4 + 1 / 3));
    const [relevance] = marginalRelevance(fromRows([...first, ...second].map((x) => [x])), [0, 0, 0, 0, 1, 1, 1]);
    expect(relevance).toBeCloseTo(t ** 2 / (7 - 2), 12);
  });

  test("refuses classes and weights that do not belong to the rows, and values without squares", () => {
    expect(thrown(() => marginalRelevance(X, [0, 1])).code).toBe("rows-differ");
    expect(thrown(() => marginalRelevance(X, classes, { weights: [1] })).code).toBe("weights-length");
    expect(thrown(() => marginalRelevance(fromRows([[1e200], [-1e200]]), [0, 1])).code).toBe("not-finite");
    expect(() => marginalRelevance(X, classes, { groups: [1] })).toThrow(RangeError);
  });
});

test("the most relevant are taken in their order, of equals the first", () => {
  expect(mostRelevant([0.1, Infinity, 0.5, Infinity, 0.5], 3)).toEqual([1, 2, 3]);
  expect(mostRelevant([0.5, 0.5, 0.5], 2)).toEqual([0, 1]);
  expect(mostRelevant([3, 1], 9)).toEqual([0, 1]);
});
