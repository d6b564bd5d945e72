import { expect, test } from "vitest";
import { formatSafetensors, longestHeader, requireRoom, type Tensor } from "../../src/posterior/safetensors.ts";
import { thrown } from "../thrown.ts";
import { readByTheBook } from "./safetensorsByTheBook.ts";

const whole: Tensor = { name: "rows", dtype: "I32", shape: [3], numbers: [0, -(2 ** 31), 2 ** 31 - 1] };
const doubles: Tensor = { name: "means", dtype: "F64", shape: [2, 1], numbers: Float64Array.of(-0, 5e-324) };

test("a file is what the description of the format says, byte for byte", () => {
  const header = '{"__metadata__":{"a":"éé"},"x":{"dtype":"I32","shape":[2],"data_offsets":[0,8]}}';
  const bytes = formatSafetensors([{ name: "x", dtype: "I32", shape: [2], numbers: [1, -2] }], { a: "éé" });
  expect(bytes[0]).toBe(88); // 82 bytes, é being two of them, filled up to a multiple of eight
  expect(bytes.subarray(1, 8)).toEqual(new Uint8Array(7));
  expect(new TextDecoder().decode(bytes.subarray(8, 96))).toBe(header.padEnd(86, " "));
  expect(Array.from(bytes.subarray(96))).toEqual([1, 0, 0, 0, 254, 255, 255, 255]);
});

test("a reader by the book gets the same numbers, and doubles stand first so that all are aligned", () => {
  const { metadata, tensors } = readByTheBook(formatSafetensors([whole, doubles], { note: "n" }));
  expect(metadata).toEqual({ note: "n" });
  expect(Object.keys(tensors)).toEqual(["means", "rows"]);
  expect(tensors).toEqual({
    means: { dtype: "F64", shape: [2, 1], numbers: [-0, 5e-324] },
    rows: { dtype: "I32", shape: [3], numbers: whole.numbers },
  });
});

test("a file without tensors is a header alone", () => {
  expect(readByTheBook(formatSafetensors([], {}))).toEqual({ metadata: {}, tensors: {} });
});

test("a header longer than readers of the format take is refused", () => {
  expect(() => requireRoom(longestHeader)).not.toThrow();
  const error = thrown(() => requireRoom(longestHeader + 8));
  expect(error.code).toBe("too-large");
  expect(error.message).toContain("takes 100000008 bytes; a safetensors file has room for 100000000");
});
