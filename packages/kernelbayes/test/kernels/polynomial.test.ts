import { expect, test } from "vitest";
import { polynomial } from "../../src/kernels/index.ts";
import { thrown } from "../thrown.ts";

test("degree 2 is the inner product of all products of up to two columns", () => {
  const features = ([a, b]: number[]): number[] => [
    0.5,
    Math.sqrt(2 * 0.5 * 3) * a,
    Math.sqrt(2 * 0.5 * 3) * b,
    3 * a * a,
    3 * b * b,
    3 * Math.SQRT2 * a * b,
  ];
  const [x, z] = [
    [0.3, -1.2],
    [2, 0.7],
  ];
  const expected = features(x).reduce((sum, value, index) => sum + value * features(z)[index], 0);
  expect(polynomial({ degree: 2, scale: 3, offset: 0.5 }).evaluate(x, z)).toBeCloseTo(expected, 13);
});

test.each([0, -1, 1.5, 21, Number.NaN, "2"])("the degree %s is refused", (degree) => {
  expect(thrown(() => polynomial({ degree: degree as number }))).toMatchObject({
    code: "invalid-option",
    message: `degree must be a whole number from 1 to 20; got ${typeof degree === "string" ? '"2"' : degree}.`,
  });
});

test("an offset of 0 is not searched and stays 0", () => {
  const kernel = polynomial({ offset: 0 });
  expect(kernel.parameters.map(({ name }) => name)).toEqual(["scale"]);
  expect(kernel.withValues([2]).toDocument()).toMatchObject({ scale: 2, offset: 0 });
});
