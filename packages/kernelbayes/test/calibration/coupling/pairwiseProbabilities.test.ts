import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import golden from "../../fixtures/golden/comparison/coupling.json" with { type: "json" };
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { referenceEngine } from "../../../src/engine/reference/index.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { hastieTibshirani } from "../../../src/calibration/coupling/hastieTibshirani.ts";
import type { PairwiseCoupling } from "../../../src/calibration/coupling/pairwiseProbabilities.ts";
import { wuLinWeng } from "../../../src/calibration/coupling/wuLinWeng.ts";
import { stream } from "../../../src/random/index.ts";
import { expectClose } from "../../evaluate/expectClose.ts";

fc.configureGlobal({ seed: 20 });

const methods: readonly { name: "wuLinWeng" | "hastieTibshirani"; couple: (pairwise: Matrix) => PairwiseCoupling }[] = [
  { name: "wuLinWeng", couple: (pairwise) => wuLinWeng(referenceEngine, pairwise) },
  { name: "hastieTibshirani", couple: (pairwise) => hastieTibshirani(pairwise) },
];

/** Pairwise probabilities from a rule for i < j. */
function pairs(classes: number, rule: (i: number, j: number) => number): Matrix {
  const r = matrix(classes, classes);
  for (let i = 0; i < classes; i++) {
    for (let j = i + 1; j < classes; j++) {
      r.data[i * classes + j] = rule(i, j);
      r.data[j * classes + i] = 1 - r.data[i * classes + j];
    }
  }
  return r;
}

const consistent = (p: ArrayLike<number>): Matrix => pairs(p.length, (i, j) => p[i] / (p[i] + p[j]));

const random = fc.record({ classes: fc.integer({ min: 2, max: 8 }), seed: fc.nat() }).map(({ classes, seed }) =>
  pairs(
    classes,
    (
      (source) => () =>
        source.uniform()
    )(stream(seed)),
  ),
);

describe.each(methods)("$name", ({ name, couple }) => {
  const cases = golden.cases.flatMap(({ name: title, input, expected }) =>
    "pairwise" in input && name in expected
      ? [
          {
            title,
            input: input as { pairwise: number[][]; pairSizes?: number[][] },
            expected: (expected as Record<string, number[]>)[name],
          },
        ]
      : [],
  );

  test.each(cases)("agrees with the direct optimum of $title", ({ input, expected }) => {
    const pairwise = fromRows(input.pairwise);
    const { probabilities, converged } =
      name === "hastieTibshirani" && input.pairSizes !== undefined
        ? hastieTibshirani(pairwise, fromRows(input.pairSizes))
        : couple(pairwise);
    expect(converged).toBe(true);
    expectClose(probabilities, expected, 1e-9);
  });

  test("recovers the probabilities that explain all pairs", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 10 }), (parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        const p = parts.map((part) => part / total);
        expectClose(couple(consistent(p)).probabilities, p, 1e-9);
      }),
    );
  });

  test("gives probabilities that sum to one and follow the classes when these are renumbered", () => {
    fc.assert(
      fc.property(random, (r) => {
        const { probabilities: p } = couple(r);
        expect(p.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 13);
        expect(p.every((value) => value >= 0)).toBe(true);
        const n = r.rows;
        const back = pairs(n, (i, j) => r.data[(n - 1 - i) * n + (n - 1 - j)]);
        expectClose(couple(back).probabilities, p.toReversed(), 1e-8);
      }),
    );
  });

  test("two classes have the probability of their one pair", () => {
    expectClose(couple(pairs(2, () => 0.3)).probabilities, [0.3, 0.7], 1e-11);
  });

  test("certain pairs are kept off 0 and 1, so that a clear winner leaves the others above 0", () => {
    const { probabilities } = couple(pairs(3, () => 1));
    expect(probabilities[0]).toBeGreaterThan(0.999);
    expect(probabilities[0]).toBeGreaterThan(probabilities[1]);
    expect(probabilities[1]).toBeGreaterThan(probabilities[2]);
    expect(probabilities[2]).toBeGreaterThan(0);
  });

  test("classes that beat each other in a circle share alike", () => {
    expectClose(couple(pairs(3, (i, j) => (j - i === 1 ? 0.9 : 0.1))).probabilities, [1 / 3, 1 / 3, 1 / 3], 1e-11);
  });

  test.each([
    { what: "a matrix that is not square", pairwise: matrix(2, 3), code: "invalid-pairwise" },
    { what: "a single class", pairwise: matrix(1, 1), code: "invalid-pairwise" },
    {
      what: "pairs that do not sum to one",
      pairwise: fromRows([
        [0, 0.6],
        [0.6, 0],
      ]),
      code: "invalid-pairwise",
    },
    {
      what: "what is no probability",
      pairwise: fromRows([
        [0, NaN],
        [0.5, 0],
      ]),
      code: "not-a-probability",
    },
  ])("refuses $what", ({ pairwise, code }) => {
    expect(() => couple(pairwise)).toThrow(expect.objectContaining({ code }));
  });
});

describe("wuLinWeng of many classes", () => {
  /** The condition of the minimum on the simplex: (Qp)_k is the same for all classes. */
  function gradientSpread(r: Matrix, p: Float64Array): number {
    const n = r.rows;
    const Qp = p.map((_, i) =>
      p.reduce((sum, value, j) => {
        if (i === j) return sum;
        const [rij, rji] = [r.data[i * n + j], r.data[j * n + i]];
        return sum + rji * (rji * p[i] - rij * value);
      }, 0),
    );
    return Math.max(...Qp) - Math.min(...Qp);
  }

  test.each([50, 51, 120])("meets the condition of the minimum for %i classes, by either algorithm", (classes) => {
    const source = stream(classes);
    const r = pairs(classes, () => source.uniform());
    const { probabilities, converged } = wuLinWeng(referenceEngine, r);
    expect(converged).toBe(true);
    expect(probabilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
    expect(gradientSpread(r, probabilities)).toBeLessThan(4e-10);
  });

  test("recovers 60 probabilities of which one is nearly certain", () => {
    const p = Float64Array.from({ length: 60 }, (_, one) => (one === 7 ? 0.99 : 0.01 / 59));
    const { probabilities, converged } = wuLinWeng(referenceEngine, consistent(p));
    expect(converged).toBe(true);
    expectClose(probabilities, p, 1e-8);
  });
});

describe("hastieTibshirani with pair sizes", () => {
  test("at its optimum every class wins as often as the model expects", () => {
    const source = stream(3);
    const r = pairs(5, () => 0.05 + 0.9 * source.uniform());
    const n = matrix(5, 5);
    for (let i = 0; i < 5; i++)
      for (let j = 0; j < i; j++) n.data[i * 5 + j] = n.data[j * 5 + i] = 10 + source.integer(90);
    const { probabilities: p } = hastieTibshirani(r, n);
    for (let i = 0; i < 5; i++) {
      let surplus = 0;
      for (let j = 0; j < 5; j++) {
        if (j !== i) surplus += n.data[i * 5 + j] * (r.data[i * 5 + j] - p[i] / (p[i] + p[j]));
      }
      expect(Math.abs(surplus)).toBeLessThan(1e-8);
    }
  });

  test("equal sizes are the same as none", () => {
    const r = pairs(4, (i, j) => 0.3 + 0.1 * (i + j));
    expectClose(
      hastieTibshirani(r, matrix(4, 4, new Float64Array(16).fill(7))).probabilities,
      hastieTibshirani(r).probabilities,
      1e-12,
    );
  });

  test("says so when the passes do not suffice", () => {
    // A chain of classes that are told apart with certainty, but neighbours hardly ever meet.
    const r = pairs(6, () => 1);
    const n = pairs(6, () => 0);
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) n.data[i * 6 + j] = Math.abs(i - j) === 1 ? 1e-6 : 1;
    const { probabilities, converged } = hastieTibshirani(r, n);
    expect(converged).toBe(false);
    expect(probabilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
  });

  test.each([
    { what: "another shape", sizes: matrix(3, 3, new Float64Array(9).fill(1)) },
    { what: "a size of 0", sizes: matrix(2, 2) },
    {
      what: "sizes that differ both ways",
      sizes: fromRows([
        [0, 1],
        [2, 0],
      ]),
    },
  ])("refuses $what", ({ sizes }) => {
    expect(() =>
      hastieTibshirani(
        pairs(2, () => 0.5),
        sizes,
      ),
    ).toThrow(expect.objectContaining({ code: "invalid-pair-sizes" }));
  });
});
