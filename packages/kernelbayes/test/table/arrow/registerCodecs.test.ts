import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { decompressLz4Frame } from "../../../src/table/arrow/registerCodecs.ts";

const magic = [0x04, 0x22, 0x4d, 0x18];
const end = [0, 0, 0, 0];
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];

/** A frame of blocks, with the flags of its descriptor and what they bring. */
function frame(blocks: number[][], { flags = 0x60, extra = [] as number[], isStored = false } = {}): Uint8Array {
  return Uint8Array.of(
    ...magic,
    flags,
    0x40,
    ...extra,
    0,
    ...blocks.flatMap((block) => [
      block.length & 255,
      block.length >> 8,
      0,
      isStored ? 0x80 : 0,
      ...block,
      ...(flags & 0x10 ? [1, 2, 3, 4] : []),
    ]),
    ...end,
  );
}

/** A block of three literals. */
const literals = [0x30, ...bytesOf("abc")];

describe("decompressLz4Frame", () => {
  test("copies literals", () => {
    expect(text(decompressLz4Frame(frame([literals]), 3))).toBe("abc");
  });

  test("repeats what was written, also while it is being written", () => {
    // Token: 3 literals, match of 4 + 14; distance 3. Then 5 literals, as every block ends in.
    const block = [0x3e, ...bytesOf("abc"), 3, 0, 0x50, ...bytesOf("12345")];
    expect(text(decompressLz4Frame(frame([block]), 26))).toBe(`${"abc".repeat(7)}12345`);
  });

  test("reads long lengths", () => {
    // One literal, a match of 4 + 15 + 255 + 30 at the distance 1, and no literals.
    const block = [0x1f, ...bytesOf("x"), 1, 0, 255, 30, 0];
    expect(text(decompressLz4Frame(frame([block]), 305))).toBe("x".repeat(305));
  });

  test("lets a block refer to the one before it", () => {
    const next = [0x00, 3, 0, 0x10, ...bytesOf("!")];
    expect(text(decompressLz4Frame(frame([literals, next], { flags: 0x40 }), 8))).toBe("abcabca!");
  });

  test("takes stored blocks, checksums, a content size and a dictionary number", () => {
    expect(text(decompressLz4Frame(frame([bytesOf("plain")], { isStored: true }), 5))).toBe("plain");
    const extra = [3, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9];
    expect(text(decompressLz4Frame(frame([literals], { flags: 0x79, extra }), 3))).toBe("abc");
  });

  test("refuses anything else", () => {
    const block = [0x3e, ...bytesOf("abc"), 3, 0, 0x50, ...bytesOf("12345")];
    const whole = frame([block]);
    expect(() => decompressLz4Frame(whole, 25)).toThrow(InputError);
    expect(() => decompressLz4Frame(whole, 27)).toThrow(InputError);
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(whole.length),
        (at, bits, length) => {
          const damaged = whole.slice(0, length);
          if (at < length) damaged[at] ^= bits;
          try {
            expect(decompressLz4Frame(damaged, 26)).toHaveLength(26);
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        },
      ),
      { numRuns: 1000, seed: 7 },
    );
  });
});
