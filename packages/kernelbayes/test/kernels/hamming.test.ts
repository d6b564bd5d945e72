import { expect, test } from "vitest";
import { hamming } from "../../src/kernels/index.ts";

test("only whether two codes differ counts, not by how much", () => {
  const kernel = hamming({ weight: 0.5 });
  expect(kernel.evaluate([1, 2, 3], [1, 9, 4])).toBe(Math.exp(-1));
  expect(kernel.evaluate([1, 2, 3], [1, 3, 300])).toBe(Math.exp(-1));
  expect(kernel.evaluate([1, 2, 3], [1, 2, 3])).toBe(1);
});
