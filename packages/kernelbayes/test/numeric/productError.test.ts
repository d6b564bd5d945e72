import { expect, test } from "vitest";
import { productError, sumError } from "../../src/numeric/productError.ts";
import { stream } from "../../src/random/stream.ts";

/** A double as a whole number of 2⁻²⁰⁰. */
const exact = (x: number): bigint => {
  const bits = Math.max(0, 52 - Math.floor(Math.log2(Math.abs(x || 1))));
  return BigInt(x * 2 ** bits) << BigInt(200 - bits);
};

test("product and error together are the exact product", () => {
  const source = stream(1);
  for (let i = 0; i < 1000; i++) {
    const a = (source.uniform() - 0.5) * 2 ** source.integer(20);
    const b = (source.uniform() - 0.5) * 2 ** source.integer(20);
    expect(exact(a * b) + exact(productError(a, b, a * b))).toBe((exact(a) * exact(b)) >> 200n);
  }
});

test("sum and error together are the exact sum", () => {
  const source = stream(2);
  for (let i = 0; i < 1000; i++) {
    const a = (source.uniform() - 0.5) * 2 ** source.integer(40);
    const b = (source.uniform() - 0.5) * 2 ** source.integer(40);
    expect(exact(a + b) + exact(sumError(a, b, a + b))).toBe(exact(a) + exact(b));
  }
});
