import { expect, test } from "vitest";
import { fisherContrasts } from "../../src/rows/fisherContrasts.ts";
import { classGroups } from "../../src/rows/classGroups.ts";
import { toRows } from "../../src/matrix/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { thrown } from "../thrown.ts";
import { identityRows, times, transposed } from "../models/naive.ts";

const labels = [2, 0, 1, 1, 3, 0, 2, 2, 3];
const weights = [1, 2.5, 0.3, 1, 4, 1, 0.7, 2, 1];

test("the contrasts are orthonormal, and their products are the projector on differences between class means", () => {
  for (const given of [undefined, weights]) {
    const { between, sizes, total, roots } = classGroups(labels, 4, given);
    const T = toRows(between);
    expectClose(times(transposed(T), T).flat(), identityRows(3).flat(), 1e-15);
    const expected = labels.map((a, i) =>
      labels.map((b, j) => roots[i] * roots[j] * ((a === b ? 1 / sizes[a] : 0) - 1 / total)),
    );
    expectClose(times(T, transposed(T)).flat(), expected.flat(), 1e-15);
  }
});

test("for two classes the contrast is the difference of the means, class 1 above", () => {
  const two = labels.map((label) => (label > 1 ? 1 : 0));
  const { delta, kappa, roots } = fisherContrasts(two, weights);
  const { between } = classGroups(two, 2, weights);
  expectClose(
    between.data,
    delta.map((value, i) => value / roots[i] / Math.sqrt(kappa)),
    1e-15,
  );
});

test("no rows, one class, an absent class, odd labels and odd weights are refused", () => {
  expect(thrown(() => classGroups([], 2)).code).toBe("no-rows");
  expect(thrown(() => classGroups([0, 0], 1)).code).toBe("one-class");
  expect(thrown(() => classGroups([0, 2, 0], 3)).message).toContain("there is none of 1");
  expect(() => classGroups([0, 1, 2], 2)).toThrow(RangeError);
  expect(() => classGroups([0, 0.5], 2)).toThrow(RangeError);
  expect(() => classGroups([0, 1], 2, [1])).toThrow(RangeError);
  expect(() => classGroups([0, 1], 2, [1, 0])).toThrow(RangeError);
});
