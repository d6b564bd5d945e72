import { describe, expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { InputError } from "../../../src/errors.ts";
import { composite, gaussian, hamming, l1, matern, rationalQuadratic, scale } from "../../../src/kernels/index.ts";
import { engines } from "../engines.ts";
import { thrown } from "../../thrown.ts";

const [engine] = engines;
const X = matrix(3, 3, Float64Array.of(0, 1, 2, 1, 1, 0, 2, 0, 1));

describe("a number for each column", () => {
  test("is asked for by the word each and made as many as there are columns", () => {
    const kernel = gaussian({ lengthScale: 2, relevance: "each" }).forColumns([0, 1, 2]);
    expect(kernel.parameters.map(({ name, value }) => [name, value])).toEqual([
      ["lengthScale[0]", 2],
      ["lengthScale[1]", 2],
      ["lengthScale[2]", 2],
    ]);
  });

  test("is implied by an array, which need not be told the columns", () => {
    const kernel = l1({ weight: Float64Array.of(1, 2, 3) });
    expect(kernel.parameters.map(({ name }) => name)).toEqual(["weight[0]", "weight[1]", "weight[2]"]);
    expect(kernel.evaluate([0, 0, 0], [1, 1, 1])).toBeCloseTo(Math.exp(-6), 15);
  });

  test("is shared by the columns of one group, whatever the groups are numbered", () => {
    const kernel = hamming({ relevance: "each" }).forColumns([7, 7, 3]);
    expect(kernel.parameters).toHaveLength(2);
    expect(kernel.withValues([10, 1]).toDocument()).toEqual({
      kind: "hamming",
      weight: [10, 1],
      relevance: "each",
      groups: [0, 0, 1],
      fixed: [],
    });
    expect(kernel.withValues([10, 1]).evaluate([0, 0, 0], [1, 1, 0])).toBeCloseTo(Math.exp(-20), 15);
  });

  test("that starts as an array takes one value a group", () => {
    const kernel = matern({ lengthScale: [1, 2] }).forColumns([0, 0, 5]);
    expect(kernel.evaluate([0, 0, 2], [0, 0, 0])).toBe(matern({ lengthScale: 2 }).evaluate([2], [0]));
  });

  test("of a column that stands twice in one group is a number √2 times as large for that column alone", () => {
    const twice = gaussian({ lengthScale: Math.SQRT2, relevance: "each" }).forColumns([0, 0]);
    expect(twice.evaluate([1, 1], [3, 3])).toBeCloseTo(gaussian().evaluate([1], [3]), 15);
    const x = matrix(3, 1, Float64Array.of(0, 1, 3));
    const xx = matrix(3, 2, Float64Array.of(0, 0, 1, 1, 3, 3));
    const weights = matrix(3, 3, Float64Array.of(1, -2, 3, -2, 1, 0.5, 3, 0.5, 1));
    expect(twice.gradient(engine, xx, weights)[0]).toBeCloseTo(gaussian().gradient(engine, x, weights)[0], 13);
  });

  test("that is not resolved lists its start and refuses to compute", () => {
    const kernel = scale(rationalQuadratic({ lengthScale: 3, relevance: "each" }));
    expect(kernel.parameters.map(({ name, value }) => [name, value])).toContainEqual(["kernel.lengthScale", 3]);
    for (const compute of [
      () => kernel.matrix(engine, X),
      () => kernel.cross(engine, X, X),
      () => kernel.gradient(engine, X, X),
      () => kernel.evaluate([1], [1]),
      () => kernel.withValues([1, 2, 3]),
      () => composite().matrix(engine, X),
      () => l1({ relevance: "each" }).cross(engine, X, X),
    ]) {
      const error = thrown(compute);
      expect(error.code).toBe("unresolved-columns");
      expect(error.message).toContain("forColumns");
    }
  });

  test("does not fit rows of another width, and both numbers are named", () => {
    const known = gaussian({ lengthScale: [1, 2] });
    expect(thrown(() => known.matrix(engine, X))).toMatchObject({
      code: "column-mismatch",
      message: "The gaussian kernel knows 2 columns (lengthScale), but was given rows with 3.",
    });
    const grouped = gaussian({ relevance: "each" }).forColumns([0, 0]);
    expect(thrown(() => grouped.evaluate([1, 2, 3], [1, 2, 3])).message).toContain("knows 2 columns");
  });

  test("does not fit another number of groups, and both numbers are named", () => {
    expect(thrown(() => gaussian({ lengthScale: [1, 2, 3] }).forColumns([0, 0, 1]))).toMatchObject({
      code: "column-mismatch",
      message:
        "lengthScale of the gaussian kernel has 3 values, but the 3 columns form 2 groups. Give one value a group.",
    });
    expect(thrown(() => l1({ weight: [1], groups: [0, 1] })).code).toBe("column-mismatch");
  });

  test("contradicts the word one, and so do groups", () => {
    expect(thrown(() => gaussian({ lengthScale: [1, 2], relevance: "one" })).message).toBe(
      'lengthScale is an array, one number a column, but relevance is "one". Give one number, or relevance "each".',
    );
    expect(thrown(() => gaussian({ groups: [0, 1] })).code).toBe("invalid-option");
    expect(thrown(() => gaussian({ relevance: "some" as "one" })).message).toBe(
      'relevance must be "one" or "each"; got "some".',
    );
  });

  test.each([[[0, -1]], [[0.5]], [[Number.NaN]]])("does not take the groups %j", (groups) => {
    const error = thrown(() => gaussian({ relevance: "each" }).forColumns(groups));
    expect(error.code).toBe("invalid-option");
    expect(error.message).toContain("whole numbers");
  });
});

test("one number for all columns serves rows of any width and is not changed by groups", () => {
  const kernel = gaussian({ lengthScale: 2 });
  expect(kernel.forColumns([0, 0, 1]).toDocument()).toEqual(kernel.toDocument());
  expect(kernel.evaluate([], [])).toBe(1);
  expect(kernel.evaluate([2, 0], [0, 0])).toBe(Math.exp(-0.5));
});

test("a weight of 0 switches its column off, is not listed, and may not be reached by a search", () => {
  const kernel = composite({ relevance: [1, 0, 2], linear: 0 });
  const names = kernel.parameters.map(({ name }) => name);
  expect(names).toEqual(["variance", "inverseSquaredLength", "bias", "nugget", "relevance[0]", "relevance[2]"]);
  expect(kernel.evaluate([1, 5, 1], [1, 9, 1])).toBe(kernel.evaluate([1, 7, 1], [1, 7, 1]));
  expect(kernel.withValues([1, 1, 1, 1, 4, 5]).toDocument()["relevance"]).toEqual([4, 0, 5]);
  expect(thrown(() => kernel.withValues([1, 1, 1, 1, 0, 5]))).toBeInstanceOf(InputError);
});
