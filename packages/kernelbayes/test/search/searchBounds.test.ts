import { expect, test } from "vitest";
import { gaussian, linear } from "../../src/kernels/index.ts";
import { startingKernels } from "../../src/search/searchBounds.ts";

const widths = { starts: [1, 4], squaredDistance: 16 };
const lengths = (isGiven: boolean): number[] =>
  startingKernels(gaussian({ lengthScale: 7 }), { ...widths, isGiven }).map(({ parameters }) => parameters[0].value);

test("searches start from each width in units of the median distance, and from the kernel itself where it was given", () => {
  expect(lengths(false)).toEqual([4, 2]);
  expect(lengths(true)).toEqual([7, 4, 2]);
});

test("a kernel without a free width is the only start", () => {
  const kernel = linear();
  expect(startingKernels(kernel, { ...widths, isGiven: false })).toEqual([kernel]);
});
