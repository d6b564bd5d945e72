import { describe, expect, test } from "vitest";
import { checkThrift } from "../../../src/table/parquet/checkThrift.ts";
import { thrown } from "../../thrown.ts";

const refusal = (...bytes: number[]): string => thrown(() => checkThrift(Uint8Array.from(bytes), 0)).message;

describe("a structure of Thrift", () => {
  test("is walked through to its end", () => {
    // Field 1: the integer 300; field 2: the bytes 7, 8; field 3: a list of two structures; field 4: true; and one byte more.
    const bytes = Uint8Array.of(0x15, 0xac, 0x02, 0x18, 2, 7, 8, 0x19, 0x2c, 0, 0, 0x11, 0, 99);
    expect(checkThrift(bytes, 0)).toBe(13);
  });

  test("of which a list says to have two thousand million structures is refused at once", () => {
    expect(refusal(0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0)).toMatch(/a size exceeds that of the file/);
  });

  test("with a number that goes on for ever, or a text longer than the file, is refused", () => {
    expect(refusal(0x15, ...new Array<number>(50).fill(0xff))).toMatch(/a number has no end/);
    expect(refusal(0x18, 100, 1, 2, 3)).toMatch(/a size exceeds that of the file/);
  });

  test("that is cut off, nested without end or of unknown parts is refused", () => {
    expect(refusal(0x15)).toMatch(/cut off/);
    expect(refusal(...new Array<number>(1000).fill(0x1c))).toMatch(/nested too deeply/);
    expect(refusal(0x1d)).toMatch(/unknown type/);
  });
});
