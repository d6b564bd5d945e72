import { array, assert, constantFrom, integer, property, tuple, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { differenceOf, textOf } from "../../../../tools/textBytes.mjs";
import { bytesFromDifference, bytesFromText } from "../../src/engine/wasm/bytesFromText.ts";

test("every byte survives as text, which is printable and needs no escape in any quotes", () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const text = textOf(all);
  expect(text).toMatch(/^[ -~]+$/);
  expect(text).not.toMatch(/["'`\\$<]/);
  expect(bytesFromText(text)).toEqual(all);
  assert(
    property(uint8Array(), (bytes) => {
      expect(bytesFromText(textOf(bytes))).toEqual(bytes);
    }),
  );
});

test("bytes are found again from their difference, whatever was inserted, left out or moved", () => {
  // Pieces of a few kinds, so that there is much to copy.
  const pieces = array(tuple(constantFrom(1, 2, 3), integer({ min: 1, max: 200 })), { maxLength: 8 });
  const made = (list: [number, number][]): Uint8Array =>
    Uint8Array.from(list.flatMap(([kind, length]) => Array.from({ length }, (_, i) => (i * kind * 37) % 251)));
  assert(
    property(pieces, pieces, (first, second) => {
      const [base, bytes] = [made(first), made(second)];
      expect(bytesFromDifference(base, differenceOf(base, bytes))).toEqual(bytes);
    }),
  );
});

test("the difference of a changed copy is short", () => {
  const base = Uint8Array.from({ length: 20_000 }, (_, i) => (i * i) % 253);
  const changed = Uint8Array.from([...base.subarray(0, 9000), 1, 2, 3, ...base.subarray(9010)]);
  const difference = differenceOf(base, changed);
  expect(difference.length).toBeLessThan(20);
  expect(bytesFromDifference(base, difference)).toEqual(changed);
});
