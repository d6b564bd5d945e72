import { describe, expect, test } from "vitest";
import {
  composite,
  constant,
  gaussian,
  kernels,
  matern,
  nugget,
  polynomial,
  scale,
  sum,
  product,
} from "../../../src/kernels/index.ts";
import { thrown } from "../../thrown.ts";
import { isVariance } from "../../../src/kernels/parts/parameter.ts";

describe("a parameter", () => {
  test.each([
    [() => gaussian({ lengthScale: -2 }), "lengthScale must be greater than 0; got -2."],
    [() => gaussian({ lengthScale: 0 }), "lengthScale must be greater than 0; got 0."],
    [() => gaussian({ lengthScale: [1, -3] }), "lengthScale[1] must be greater than 0; got -3."],
    [() => gaussian({ lengthScale: Number.NaN }), "lengthScale must be a number; got NaN."],
    [() => gaussian({ lengthScale: "3" as unknown as number }), 'lengthScale must be a number; got "3".'],
    [() => gaussian({ lengthScale: null as unknown as number }), "lengthScale must be a number; got null."],
    [() => gaussian({ lengthScale: 1e-200 }), "lengthScale must lie between 1e-150 and 1e150; got 1e-200."],
    [() => constant({ variance: Infinity }), "variance must lie between 1e-150 and 1e150; got Infinity."],
    [() => composite({ bias: -1 }), "bias must not be negative; got -1."],
    [() => polynomial({ offset: -1 }), "offset must not be negative; got -1."],
    [() => scale(gaussian(), { variance: true as unknown as number }), "variance must be a number; got true."],
    [
      () => scale(gaussian(), { variance: [1] as unknown as number }),
      "variance must be a number; got an array of length 1.",
    ],
    [() => nugget({ variance: {} as unknown as number }), "variance must be a number; got an object."],
    [() => nugget({ variance: (() => 1) as unknown as number }), "variance must be a number; got a function."],
  ])("is refused with a message that says why (%#)", (make, message) => {
    expect(thrown(make)).toMatchObject({ code: "invalid-parameter", message });
  });

  test("that is long in a message is cut", () => {
    const long = "x".repeat(1000) as unknown as number;
    expect(thrown(() => gaussian({ lengthScale: long })).message.length).toBeLessThan(100);
  });

  test("named in fixed must be one of the kernel", () => {
    expect(thrown(() => gaussian({ fixed: ["lengthscale" as "lengthScale"] }))).toMatchObject({
      code: "invalid-option",
      message: 'fixed names "lengthscale", which is no parameter of gaussian; its parameters are: lengthScale.',
    });
  });

  test("is fixed where fixed names it", () => {
    const kernel = sum(scale(matern({ fixed: ["lengthScale"] })), nugget({ fixed: ["variance"] }));
    expect(kernel.parameters.map(({ name, fixed }) => [name, fixed])).toEqual([
      ["terms[0].variance", false],
      ["terms[0].kernel.lengthScale", true],
      ["terms[1].variance", true],
    ]);
  });

  test("widens its bounds to a value that lies outside of them", () => {
    const [{ lower, upper }] = gaussian().parameters;
    expect(gaussian({ lengthScale: 1e9 }).parameters[0]).toMatchObject({ lower, upper: 1e9 });
    expect(gaussian({ lengthScale: 1e-9 }).parameters[0]).toMatchObject({ lower: 1e-9, upper });
  });
});

test.each(Object.entries(kernels))("%s refuses another number of values than it has parameters", (kind, member) => {
  const inner = gaussian();
  const kernel = member.create({
    kernel: inner,
    terms: [inner],
    factors: [inner],
    columns: [0],
    gram: [[1]],
    ...(kind === "composite" ? { relevance: [1] } : {}),
  });
  const values = new Array<number>(kernel.parameters.length + 1).fill(1);
  expect(thrown(() => kernel.withValues(values))).toMatchObject({
    code: "invalid-parameter",
    message: `A ${kind} kernel with ${kernel.parameters.length} parameters was given ${values.length} values.`,
  });
});

test("a part that is searched cannot be switched off by its value", () => {
  expect(thrown(() => polynomial().withValues([1, 0])).message).toBe("offset must be greater than 0; got 0.");
  expect(thrown(() => composite({ relevance: [1] }).withValues([1, 1, 0, 1, 1, 1])).message).toBe(
    "linear must be greater than 0; got 0.",
  );
});

test("variances are told from other parameters by their names, however deep they are", () => {
  const kernel = sum(scale(product(gaussian(), scale(gaussian({ lengthScale: [1, 2] })))), constant(), nugget());
  const names = kernel.parameters.map(({ name }) => name);
  expect(names.filter(isVariance)).toEqual(names.filter((name) => name.endsWith("variance")));
  expect(names.filter(isVariance)).toHaveLength(4);
  expect(["variance", "terms[0].variance", "covariance", "lengthScale"].map(isVariance)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
