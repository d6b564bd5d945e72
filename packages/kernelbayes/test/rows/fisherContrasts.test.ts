import { describe, expect, test } from "vitest";
import { classMeans, fisherContrasts, requireRows } from "../../src/rows/fisherContrasts.ts";
import { dot } from "../../src/matrix/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { thrown } from "../thrown.ts";
import { times, transposed } from "../models/naive.ts";
import { applied, sample, scatterWithin, withinMatrix } from "../models/fisher/samples.ts";

const labels = [1, 0, 0, 1, 0, 0, 0, 1];
const contrasts = fisherContrasts(labels);
const n = labels.length;
const f = Float64Array.from({ length: n }, (_, i) => Math.sin(3 * i) + i);

describe("without weights", () => {
  const L = withinMatrix(contrasts);

  test("L is a symmetric projector of rank n − 2", () => {
    expectClose(times(L, L).flat(), L.flat(), 1e-15);
    expectClose(transposed(L).flat(), L.flat(), 0);
    expect(L.reduce((trace, row, i) => trace + row[i], 0)).toBeCloseTo(n - 2, 13);
  });

  test("L maps constants, both classes and δ to zero", () => {
    const ones = labels.map(() => 1);
    for (const v of [ones, labels, labels.map((y) => 1 - y), contrasts.delta]) {
      expectClose(applied(L, v), new Float64Array(n), 1e-15);
    }
  });

  test("grand centering is L and the mean difference together, H = L + δδᵀ/κ", () => {
    const H = labels.map((_, i) => labels.map((_, j) => (i === j ? 1 : 0) - 1 / n));
    const { delta, kappa } = contrasts;
    expectClose(
      L.map((row, i) => row.map((value, j) => value + (delta[i] * delta[j]) / kappa)).flat(),
      H.flat(),
      1e-15,
    );
    expect(dot(delta, delta)).toBeCloseTo(kappa, 14);
  });

  test("δᵀf is the distance of the class means, hᵀf their midpoint, fᵀLf their scatter", () => {
    const [mean0, mean1] = classMeans(contrasts, f);
    expect(mean1).toBeCloseTo((f[0] + f[3] + f[7]) / 3, 13);
    expect(dot(contrasts.delta, f)).toBeCloseTo(mean1 - mean0, 13);
    expect(dot(contrasts.midpoint, f)).toBeCloseTo((mean1 + mean0) / 2, 13);
    expect(scatterWithin(contrasts, f)).toBeCloseTo(dot(f, applied(L, f)), 12);
  });
});

test("a row of integer weight has the contrasts of its copies", () => {
  const { labels: given, weights } = sample(12, 2);
  const rows = weights.flatMap((w, i) => new Array<number>(w).fill(i));
  const weighted = fisherContrasts(given, weights);
  const copies = fisherContrasts(rows.map((i) => given[i]));
  const g = Float64Array.from(given, (_, i) => Math.cos(i * i));
  const spread = Float64Array.from(rows, (i) => g[i]);
  expect(weighted.sizes).toEqual(copies.sizes);
  expect(weighted.kappa).toBe(copies.kappa);
  expect(dot(weighted.delta, g)).toBeCloseTo(dot(copies.delta, spread), 13);
  expect(dot(weighted.midpoint, g)).toBeCloseTo(dot(copies.midpoint, spread), 13);
  expect(scatterWithin(weighted, g)).toBeCloseTo(scatterWithin(copies, spread), 12);
  expect(dot(g, applied(withinMatrix(weighted), g))).toBeCloseTo(scatterWithin(copies, spread), 12);
});

test("the midpoint is the grand mean moved by half the imbalance of the classes", () => {
  const { midpoint, weights, total, imbalance, delta } = fisherContrasts([1, 0, 0, 1, 0], [2, 1, 0.5, 1, 3]);
  expectClose(
    midpoint,
    weights.map((w, i) => w / total + 0.5 * imbalance * delta[i]),
    1e-15,
  );
});

test("labels that leave a class empty, no labels, and too few labels are refused", () => {
  expect(thrown(() => fisherContrasts([1, 1])).code).toBe("one-class");
  expect(thrown(() => fisherContrasts([0, 0])).message).toContain("none of class 1");
  expect(thrown(() => fisherContrasts([])).code).toBe("no-rows");
  expect(thrown(() => requireRows(3, contrasts)).code).toBe("rows-differ");
  expect(() => fisherContrasts([0, 2])).toThrow(RangeError);
  expect(() => fisherContrasts([0, 1], [1, 0])).toThrow(RangeError);
  expect(() => fisherContrasts([0, 1], [1])).toThrow(RangeError);
});
