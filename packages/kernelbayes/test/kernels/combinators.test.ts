import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { columns, constant, gaussian, linear, nugget, product, scale, sum } from "../../src/kernels/index.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";
import { engines } from "./engines.ts";
import { thrown } from "../thrown.ts";

const [engine] = engines;
const x = randomMatrix(6, 3, 9);
const weights = engine.symmetricProduct(randomMatrix(6, 6, 10));

test("the parameters of nested kernels are named by their path", () => {
  const kernel = sum(scale(gaussian({ lengthScale: [1, 2] })), product(constant(), columns([0], nugget())));
  expect(kernel.parameters.map(({ name }) => name)).toEqual([
    "terms[0].variance",
    "terms[0].kernel.lengthScale[0]",
    "terms[0].kernel.lengthScale[1]",
    "terms[1].factors[0].variance",
    "terms[1].factors[1].kernel.variance",
  ]);
  const values = [5, 4, 3, 2, 1];
  expect(kernel.withValues(values).parameters.map(({ value }) => value)).toEqual(values);
});

test("a kernel plus itself is twice the kernel, and a kernel times itself its square", () => {
  const k = gaussian({ lengthScale: 0.8 });
  const K = k.matrix(engine, x).data;
  expect(sum(k, k).matrix(engine, x).data).toEqual(K.map((value) => 2 * value));
  expect(product(k, k).matrix(engine, x).data).toEqual(K.map((value) => value ** 2));
  expect(product(k, k).evaluate([1], [2])).toBe(k.evaluate([1], [2]) ** 2);
});

test("the product of gaussian kernels of single columns is the gaussian kernel, derivatives included", () => {
  const lengthScale = [0.5, 1, 2];
  const kernel = product(...lengthScale.map((each, j) => columns([j], gaussian({ lengthScale: each }))));
  const expected = gaussian({ lengthScale });
  const K = expected.matrix(engine, x).data;
  kernel.matrix(engine, x).data.forEach((value, index) => expect(value).toBeCloseTo(K[index], 15));
  const gradient = expected.gradient(engine, x, weights);
  kernel.gradient(engine, x, weights).forEach((value, index) => expect(value).toBeCloseTo(gradient[index], 13));
});

test("a factor that is 0 spoils no derivative of the others", () => {
  const kernel = product(constant({ variance: 2 }), nugget({ variance: 3 }));
  let trace = 0;
  for (let a = 0; a < 6; a++) trace += weights.data[7 * a];
  expect(kernel.gradient(engine, x, weights)[0]).toBeCloseTo(6 * trace, 13);
  expect(kernel.gradient(engine, x, weights)[1]).toBeCloseTo(6 * trace, 13);
});

test("a sum and a product need at least one kernel", () => {
  expect(thrown(() => sum()).message).toBe("A sum of kernels needs at least one kernel.");
  expect(thrown(() => product()).message).toBe("A product of kernels needs at least one kernel.");
});

describe("columns", () => {
  test("are taken in the order given", () => {
    const kernel = columns([2, 0], gaussian({ lengthScale: [1, 10] }));
    expect(kernel.evaluate([3, 99, 1], [5, -99, 2])).toBe(gaussian({ lengthScale: [10, 1] }).evaluate([3, 1], [5, 2]));
  });

  test("bring their groups along", () => {
    const kernel = columns([3, 1, 2], gaussian({ relevance: "each" })).forColumns([0, 1, 1, 2]);
    expect(kernel.toDocument()["kernel"]).toMatchObject({ lengthScale: [1, 1], groups: [0, 1, 1] });
  });

  test("that are not there are refused", () => {
    const kernel = columns([1, 3], linear());
    const message = "The kernel asks for column 3, but there are only 3 columns.";
    for (const compute of [
      () => kernel.matrix(engine, x),
      () => kernel.evaluate([1, 2, 3], [1, 2, 3]),
      () => kernel.forColumns([0, 1, 2]),
    ]) {
      expect(thrown(compute)).toMatchObject({ code: "column-mismatch", message });
    }
  });

  test.each([
    [[-1], "columns must be whole numbers from 0; got -1."],
    [[0.5], "columns must be whole numbers from 0; got 0.5."],
    [[2, 2], "columns names column 2 twice."],
  ])("%j are refused", (numbers, message) => {
    expect(thrown(() => columns(numbers, linear()))).toMatchObject({ code: "invalid-option", message });
  });

  test("given as an array are copied", () => {
    const numbers = [0];
    const kernel = columns(numbers, linear());
    numbers[0] = 1;
    expect(kernel.evaluate([2, 3], [2, 3])).toBe(4);
  });
});

test("no columns at all leave a gaussian kernel of 1", () => {
  expect(columns([], gaussian()).matrix(engine, matrix(2, 2)).data).toEqual(Float64Array.of(1, 1, 1, 1));
});
