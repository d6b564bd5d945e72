import { describe, expect, test } from "vitest";
import { parseSafetensors } from "../../src/posterior/parseSafetensors.ts";
import { formatSafetensors } from "../../src/posterior/safetensors.ts";
import { thrown } from "../thrown.ts";

/** A file with any header, whether it fits or not. */
function fileWith(header: unknown, data: Uint8Array = new Uint8Array(16)): Uint8Array {
  const text = new TextEncoder().encode(typeof header === "string" ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + data.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(data, 8 + text.length);
  return bytes;
}

/** A file that claims a header of some length. */
function claiming(length: bigint): Uint8Array {
  const bytes = fileWith({});
  new DataView(bytes.buffer).setBigUint64(0, length, true);
  return bytes;
}

const entry = { dtype: "F64", shape: [2], data_offsets: [0, 16] };

test("tensors come back as they were written, wherever the bytes begin in memory", () => {
  const written = formatSafetensors(
    [
      { name: "i", dtype: "I32", shape: [3], numbers: [1, -2, 3] },
      { name: "f", dtype: "F64", shape: [1, 2], numbers: [-0, 5e-324] },
    ],
    { note: "n" },
  );
  for (const shift of [0, 1, 5]) {
    const memory = new Uint8Array(written.length + 13);
    memory.set(written, shift);
    const file = parseSafetensors(memory.subarray(shift, shift + written.length));
    expect(file.metadata).toEqual({ note: "n" });
    expect(file.tensors()).toEqual([
      { name: "f", dtype: "F64", shape: [1, 2], numbers: Float64Array.of(-0, 5e-324) },
      { name: "i", dtype: "I32", shape: [3], numbers: Float64Array.of(1, -2, 3) },
    ]);
  }
});

test("a header without metadata, and one in another order and spacing, is read as well", () => {
  const header =
    ' { "b" : {"data_offsets":[8,16],"shape":[1],"dtype":"F64"}, "a": {"dtype":"I32","shape":[2,1],"data_offsets":[0,8]} }  ';
  const file = parseSafetensors(fileWith(header.trimStart(), new Uint8Array(16)));
  expect(file.metadata).toEqual({});
  expect(file.tensors().map(({ name, shape }) => [name, shape])).toEqual([
    ["a", [2, 1]],
    ["b", [1]],
  ]);
});

describe("a file is refused whose", () => {
  test.each<[string, Uint8Array, string]>([
    ["bytes are none", new Uint8Array(0), "it has 0 bytes"],
    ["length is cut off", new Uint8Array(7), "it has 7 bytes"],
    ["header would not end within it", claiming(1000n), "claims a header of 1000 bytes and has 26 bytes in all"],
    ["header would fill the memory", claiming(100_000_001n), "the most is 100000000"],
    ["header would fill all memory there is", claiming(2n ** 64n - 1n), "the most is 100000000"],
    ["header is empty", claiming(0n), "does not begin with {"],
    ["header begins with a blank", fileWith(" {}"), "does not begin with {"],
    ["header is a list", fileWith("[1]"), "does not begin with {"],
    ["header is cut off", fileWith('{"x": '), "not valid JSON"],
    ["header is not UTF-8", fileWith({}).fill(0xff, 9, 10), "not valid JSON in UTF-8"],
    ["metadata are a text", fileWith({ __metadata__: "x" }), "header.__metadata__ should be an object"],
    ["tensor is a number", fileWith({ x: 1 }), 'tensor "x" should be an object; found 1'],
    [
      "tensor has another type",
      fileWith({ x: { ...entry, dtype: "BF16" } }),
      'tensor "x".dtype should be one of F64, I32',
    ],
    ["tensor has no shape", fileWith({ x: { ...entry, shape: undefined } }), 'tensor "x".shape should be a list'],
    ["tensor has a negative side", fileWith({ x: { ...entry, shape: [-2] } }), "a whole number from 0; found -2"],
    ["tensor has half a side", fileWith({ x: { ...entry, shape: [2.5] } }), "found 2.5"],
    ["tensor is a scalar", fileWith({ x: { ...entry, shape: [] } }), "of one or two dimensions; found a list of 0"],
    ["tensor has three sides", fileWith({ x: { ...entry, shape: [1, 2, 1] } }), "of one or two dimensions"],
    ["shape asks for more bytes", fileWith({ x: { ...entry, shape: [3] } }), "needs 24 bytes and has 16"],
    [
      "shape asks for fewer bytes",
      fileWith({ x: { ...entry, shape: [1, 1] } }),
      "F64 of the shape [1, 1], needs 8 bytes and has 16",
    ],
    ["shape overflows", fileWith({ x: { ...entry, shape: [2 ** 52, 2 ** 52] } }), `needs ${2 ** 107} bytes and has 16`],
    ["tensor has one offset", fileWith({ x: { ...entry, data_offsets: [0] } }), "a list of 2; found a list of 1"],
    ["tensor ends before it begins", fileWith({ x: { ...entry, data_offsets: [16, 0] } }), "has -16"],
    ["offsets are texts", fileWith({ x: { ...entry, data_offsets: ["0", "16"] } }), "data_offsets[0]"],
    ["tensors overlap", fileWith({ x: entry, y: entry }), 'tensor "y" begins at 0 instead of 16'],
    [
      "tensors leave a gap",
      fileWith({ x: { ...entry, shape: [1], data_offsets: [8, 16] } }),
      'tensor "x" begins at 8 instead of 0',
    ],
    ["tensors leave bytes over", fileWith({ x: entry }, new Uint8Array(24)), "take 16 bytes, but 24 follow"],
    ["tensors were cut short", fileWith({ x: entry }, new Uint8Array(15)), "take 16 bytes, but 15 follow"],
    [
      "tensors are not there at all",
      fileWith({ x: { ...entry, shape: [2 ** 40], data_offsets: [0, 2 ** 43] } }),
      "but 16 follow",
    ],
  ])("%s", (_, bytes, words) => {
    const error = thrown(() => parseSafetensors(bytes).tensors());
    expect(error.code).toBe("invalid-document");
    expect(error.message).toContain(words);
  });
});

test("a long name is cut in messages", () => {
  expect(thrown(() => parseSafetensors(fileWith({ ["x".repeat(1e5)]: 1 })).tensors()).message.length).toBeLessThan(200);
});
