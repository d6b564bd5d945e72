import { expect, test } from "vitest";
import { sha256OfPage } from "../../src/browser/sha256OfPage.ts";
import { sha256 } from "../../src/node/sha256.ts";

test("the SHA-256 of bytes is that of the standard, in Node and in pages, however the bytes are divided", async () => {
  const bytes = new TextEncoder().encode("abc");
  // FIPS 180-2, appendix B.1.
  const expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  for (const pieces of [[bytes], [bytes.subarray(0, 1), bytes.subarray(1)]]) {
    expect(sha256(pieces)).toBe(expected);
    expect(await sha256OfPage()!(pieces)).toBe(expected);
  }
});
