import { expect, test } from "vitest";
import { packData, unpackData } from "../../src/run/packData.ts";

test("packed data are read from a Buffer, wherever it begins in its memory", () => {
  const data = { rows: Float64Array.of(1, 2, 3), codes: Int32Array.of(4) };
  const bytes = packData(data);
  for (const shift of [0, 1, 5]) {
    const buffer = Buffer.concat([Buffer.alloc(shift), bytes]).subarray(shift);
    expect(unpackData(buffer)).toEqual(data);
  }
});
