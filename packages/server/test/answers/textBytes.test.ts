import { expect, test } from "vitest";
import { textBytes } from "../../src/answers/textBytes.ts";

const textOf = (pieces: readonly string[]): string => {
  const whole = textBytes();
  for (const piece of pieces) whole.add(piece);
  return new TextDecoder("utf-8", { fatal: true }).decode(whole.bytes());
};

test("pieces of any length are put together, whatever their characters", () => {
  const pieces = ["{", "é".repeat(70_000), "", "€😀".repeat(40_000), "x".repeat(300_000), "}"];
  expect(textOf(pieces)).toBe(pieces.join(""));
});

test("no pieces are no bytes", () => {
  expect(textBytes().bytes()).toHaveLength(0);
});
