import { describe, expect, test } from "vitest";
import { checkDeltas, checkRuns } from "../../../src/table/parquet/checkValues.ts";
import { thrown } from "../../thrown.ts";

describe("runs", () => {
  const check = (bytes: number[], bitWidth: number, count: number): void => {
    checkRuns(Uint8Array.from(bytes), 0, bytes.length, bitWidth, count);
  };

  test("of the length of their page pass, packed ones filled up to eight", () => {
    check([6, 1], 1, 3); // three times 1
    check([3, 0b101], 1, 3); // eight packed bits, of which three count
    check([4, 0, 3, 0xff], 1, 10);
  });

  test("that would be written out beyond their page are refused", () => {
    expect(thrown(() => check([0xfe, 0xff, 0xff, 0xff, 0x0f, 1], 1, 3)).message).toMatch(
      /a run is longer than its page/,
    );
    expect(thrown(() => check([0xff, 0xff, 0xff, 0xff, 0x0f, 1], 0, 3)).message).toMatch(/more packed numbers/);
    expect(thrown(() => check([6], 1, 3)).message).toMatch(/exceeds its page/);
    expect(thrown(() => check([], 1, 3)).message).toMatch(/exceeds its page/);
    expect(thrown(() => check([6, 1], 40, 3)).message).toMatch(/40 bits/);
  });
});

describe("differences", () => {
  const header = [0x80, 0x01, 4, 3, 2]; // blocks of 128 in 4 parts, three values, the first of which is 1

  test("that fit into their page pass", () => {
    expect(checkDeltas(Uint8Array.of(...header, 2, 0, 0, 0, 0), 0, 3)).toBe(10);
  });

  test("of another number, of impossible blocks or beyond their page are refused", () => {
    expect(thrown(() => checkDeltas(Uint8Array.of(...header, 2, 0, 0, 0, 0), 0, 4)).message).toMatch(/header/);
    expect(thrown(() => checkDeltas(Uint8Array.of(0x80, 0x01, 0, 3, 2), 0, 3)).message).toMatch(/header/);
    expect(thrown(() => checkDeltas(Uint8Array.of(...header, 2, 200, 0, 0, 0), 0, 3)).message).toMatch(/too wide/);
    expect(thrown(() => checkDeltas(Uint8Array.of(...header), 0, 3)).message).toMatch(/exceeds its page/);
  });
});
