import { expect, test } from "vitest";
import { crc32 } from "../../../src/table/excel/crc32.ts";

test("the checksum of the digits 1 to 9 is the check value of the standard", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array(0))).toBe(0);
});
