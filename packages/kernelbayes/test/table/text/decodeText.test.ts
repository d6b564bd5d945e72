import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeText, lineAt, decodeStream, type DecodeOptions } from "../../../src/table/text/decodeText.ts";
import { thrown } from "../../thrown.ts";
import { InputError } from "../../../src/errors.ts";
import { pieceLengths } from "../textInPieces.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), littleEndian);
  return new Uint8Array(view.buffer);
};

describe("decodeText", () => {
  test("reads UTF-8 and UTF-16, and leaves the byte order mark out", () => {
    expect(decodeText(utf8("größe,✓"))).toBe("größe,✓");
    expect(decodeText(utf8("\uFEFFa"))).toBe("a");
    expect(decodeText("\uFEFFa")).toBe("a");
    expect(decodeText(utf16("\uFEFFgröße", true))).toBe("größe");
    expect(decodeText(utf16("\uFEFFgröße", false))).toBe("größe");
  });

  test("names the line that is not UTF-8 and the way out, which works", () => {
    const bytes = Uint8Array.of(...utf8("a\nb\r\n"), 0x67, 0x72, 0xf6, 0xdf, 0x65, 0x0a);
    const error = thrown(() => decodeText(bytes));
    expect(error).toMatchObject({ code: "wrong-encoding", place: { line: 3 } });
    expect(error.message).toContain('encoding: "latin1"');
    expect(decodeText(bytes, { encoding: "latin1" })).toBe("a\nb\r\ngröße\n");
  });

  test("refuses UTF-16 that breaks off within a character", () => {
    expect(thrown(() => decodeText(Uint8Array.of(0xff, 0xfe, 0x41)))).toMatchObject({
      code: "wrong-encoding",
      place: {},
    });
  });

  test("refuses encodings that do not exist", () => {
    expect(thrown(() => decodeText(utf8("a"), { encoding: "martian" })).code).toBe("invalid-option");
  });

  test("refuses what is not text", () => {
    expect(thrown(() => decodeText(utf8("a\nb\0c")))).toMatchObject({ code: "binary-input", place: { line: 2 } });
    expect(thrown(() => decodeText("\0")).code).toBe("binary-input");
    expect(thrown(() => decodeText(utf16("a,b", true))).message).toContain("utf-16le");
    expect(decodeText(utf16("a,b", true), { encoding: "utf-16le" })).toBe("a,b");
  });

  test.each([
    ["gzip", [0x1f, 0x8b, 8]],
    ["Excel", [0x50, 0x4b, 3, 4, 20]],
    ["old format", [0xd0, 0xcf, 0x11, 0xe0]],
    ["Parquet", [0x50, 0x41, 0x52, 0x31]],
  ])("recognises a file of kind %s", (kind, bytes) => {
    const error = thrown(() => decodeText(Uint8Array.from(bytes)));
    expect(error.code).toBe("binary-input");
    expect(error.message).toContain(kind);
  });
});

test("lineAt counts all kinds of line ends", () => {
  const text = "a\nb\r\nc\rd";
  expect(["a", "b", "c", "d"].map((letter) => lineAt(text, text.indexOf(letter)))).toEqual([1, 2, 3, 4]);
});

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
