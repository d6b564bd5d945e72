import { expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import type { Kernel } from "../../../src/kernels/kernel.ts";
import {
  either,
  flag,
  gammaPrior,
  numberWithin,
  starts,
  wholeNumberWithin,
  words,
} from "../../../src/models/parts/optionKinds.ts";
import { kernelOfAnyForm } from "../../../src/models/parts/kernelOption.ts";

test("a choice is one of its words", () => {
  const kind = words("free", "none");
  expect(kind.read("none")).toBe("none");
  for (const value of ["some", "", null, 1]) expect(kind.read(value)).toBeUndefined();
  expect(kind.choices).toEqual(["free", "none"]);
  expect(kind.alternatives).toEqual(['"free"', '"none"']);
});

test("a flag is true or false and nothing like it", () => {
  expect(flag().read(false)).toBe(false);
  for (const value of [0, 1, "true", null]) expect(flag().read(value)).toBeUndefined();
});

test.each([
  [{ from: 0, to: 1 }, [0, 0.5, 1], [-1e-9, 1.0001], "a number from 0 to 1"],
  [{ above: 0 }, [1e-300, 1e300], [0, -1], "a positive number"],
  [{ above: 0, to: 0.1 }, [0.1, 1e-9], [0, 0.1001], "a number greater than 0 and at most 0.1"],
  [{ above: 0, below: 1 }, [0.5], [0, 1], "a number greater than 0 and less than 1"],
  [{ from: 2 }, [2, 2.5], [1.999], "a number from 2"],
])("a number keeps its bounds %o and names them", (bounds, taken, refused, text) => {
  const kind = numberWithin(bounds);
  for (const value of taken) expect(kind.read(value)).toBe(value);
  for (const value of [...refused, Number.NaN, Infinity, "0.5", null]) expect(kind.read(value)).toBeUndefined();
  expect(kind.alternatives).toEqual([text]);
});

test("a number may have a unit, and a whole number has no fraction", () => {
  expect(numberWithin({ above: 0 }, "seconds").alternatives).toEqual(["a positive number of seconds"]);
  const kind = wholeNumberWithin({ from: 1, to: 64 });
  expect(kind.alternatives).toEqual(["a whole number from 1 to 64"]);
  expect(kind.read(64)).toBe(64);
  for (const value of [0, 65, 1.5, 2 ** 60]) expect(kind.read(value)).toBeUndefined();
});

test("starts are up to a hundred positive numbers, copied, and may be none where that is allowed", () => {
  const list = [0.1, 10];
  expect(starts().read(list)).toEqual(list);
  expect(starts().read(list)).not.toBe(list);
  for (const value of [[], [0], [1, -1], ["1"], [Infinity], Array.from({ length: 101 }, () => 1), 1]) {
    expect(starts().read(value)).toBeUndefined();
  }
  expect(starts(0).read([])).toEqual([]);
});

test("a Gamma prior has a positive shape, a positive rate and nothing else", () => {
  expect(gammaPrior().read({ shape: 1, rate: 2 })).toEqual({ shape: 1, rate: 2 });
  for (const value of [{ shape: 1 }, { shape: 0, rate: 1 }, { shape: 1, rate: 1, scale: 1 }, null, 3]) {
    expect(gammaPrior().read(value)).toBeUndefined();
  }
});

test("a kernel is taken itself, as its document or by its name; a wrong document is refused by the message of the kernels", () => {
  const kernel = gaussian({ lengthScale: 2 });
  expect(kernelOfAnyForm().read(kernel)).toBe(kernel);
  const read = kernelOfAnyForm().read({ kind: "gaussian", lengthScale: 2 });
  expect((read as Kernel).toDocument()).toEqual(kernel.toDocument());
  expect(kernelOfAnyForm().read("matern")).toBe("matern");
  expect(() => kernelOfAnyForm().read("scale")).toThrow("lacks kernel, which a scale kernel needs");
  expect(kernelOfAnyForm().alternatives.join()).toContain("no arguments (gaussian, matern,");
  for (const value of ["gaussien", 3, null, true]) expect(kernelOfAnyForm().read(value)).toBeUndefined();
  expect(() => kernelOfAnyForm().read({ kind: "gaussien" })).toThrow(InputError);
});

test("what is of one kind or another has the choices of both, and the type and the bounds of the second", () => {
  const kind = either(words("search"), numberWithin({ above: 0 }));
  expect(kind.read("search")).toBe("search");
  expect(kind.read(2)).toBe(2);
  expect(kind.read(-2)).toBeUndefined();
  expect(kind).toMatchObject({ type: "number", choices: ["search"], bounds: { above: 0 } });
  expect(either(flag(), words("equal")).read(false)).toBe(false);
});
