import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { decodeStream } from "../../../src/table/text/decodeStream.ts";
import { decodeText, type DecodeOptions } from "../../../src/table/text/decodeText.ts";
import { pieceLengths } from "../textInPieces.ts";

/** The text of bytes that come in pieces, or the code and the line of the error. */
async function decoded(bytes: Uint8Array, lengths: readonly number[], options: DecodeOptions): Promise<unknown> {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let from = 0, k = 0; from < bytes.length; k++) {
      yield bytes.slice(from, from + lengths[k % lengths.length]);
      from += lengths[k % lengths.length];
    }
  }
  let text = "";
  try {
    for await (const piece of decodeStream(source(), options)) text += piece;
    return text;
  } catch (error) {
    if (error instanceof InputError) return [error.code, error.place.line];
    throw error;
  }
}

function whole(bytes: Uint8Array, options: DecodeOptions): unknown {
  try {
    return decodeText(bytes, options);
  } catch (error) {
    if (error instanceof InputError) return [error.code, error.place.line];
    throw error;
  }
}

describe("bytes in pieces", () => {
  test("are the text, or have the error, of all bytes at once", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "€", "𝔁", "\n", "\r\n", "\uFEFF"), maxLength: 30 });
    const bytes = fc.oneof(
      text.map((text) => new TextEncoder().encode(text)),
      text.map((text) =>
        Uint8Array.of(0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer)),
      ),
      fc
        .tuple(text, fc.uint8Array({ min: 128, maxLength: 2 }))
        .map(([text, wrong]) => Uint8Array.of(...new TextEncoder().encode(text), ...wrong)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, pieceLengths, async (bytes, lengths) => {
        expect(await decoded(bytes, lengths, {})).toEqual(whole(bytes, {}));
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  test("are refused where a NUL stands, and if they are no text at all", async () => {
    const nul = new TextEncoder().encode(`${"line\r".repeat(50)}\0`);
    expect(await decoded(nul, [7], {})).toEqual(["binary-input", 51]);
    expect(await decoded(Uint8Array.of(0x50, 0x4b, 3, 4), [1], {})).toEqual(["binary-input", undefined]);
    expect(await decoded(Uint8Array.of(0xe9), [1], { encoding: "latin1" })).toBe("é");
  });
});
