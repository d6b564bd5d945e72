import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packData, packedPieces, unpackData } from "../../src/run/packData.ts";

describe("plain data as bytes", () => {
  test("come back as they were, to the last bit", () => {
    const nan = new Float64Array(new BigUint64Array([0x7ff8_0000_dead_beefn]).buffer);
    const data = {
      numbers: [0, -0, 1 / 3, 5e-324, 1.7976931348623157e308, Number.NaN, Infinity, -Infinity],
      texts: ["", "é", "\uD800", "\u2028"],
      flags: [true, false, null, undefined],
      empty: [{}, []],
      $: { $: "array", at: 0 },
      arrays: [
        nan,
        Float64Array.of(-0, Infinity),
        Float32Array.of(0.1),
        Int32Array.of(-1),
        Uint8Array.of(255),
        BigInt64Array.of(-5n),
        new Float64Array(0),
        Float64Array.of(0, 1, 2, 3).subarray(1, 3),
      ],
    };
    const back = unpackData(packData(data)) as typeof data;
    expect(back).toEqual(data);
    expect(Object.is(back.numbers[1], -0)).toBe(true);
    expect(new BigUint64Array(back.arrays[0].buffer)[0]).toBe(0x7ff8_0000_dead_beefn);
    expect(Object.keys(back)).toEqual(Object.keys(data));
    // Of a part of an array only that part.
    expect(back.arrays[7].buffer.byteLength).toBe(16);
  });

  test("come back from whatever JSON can say", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(unpackData(packData(data))).toEqual(data);
      }),
    );
  });

  test("are the same for equal data, and others when a bit differs", () => {
    const bytes = (last: number): Uint8Array => packData({ a: Float64Array.of(1, last), b: "x" });
    expect(bytes(0)).toEqual(bytes(0));
    expect(bytes(0)).not.toEqual(bytes(-0));
  });

  test("hold an array once that occurs twice", () => {
    const rows = new Float64Array(1000);
    expect(packData([rows, rows]).length).toBeLessThan(8100);
    const [first, second] = unpackData(packData([rows, rows])) as Float64Array[];
    expect(first).toBe(second);
  });

  test("are the pieces one after the other, where numbers are not copied", () => {
    const rows = new Float64Array(100);
    const pieces = packedPieces({ rows }, "The data");
    expect(pieces.at(-1)?.buffer).toBe(rows.buffer);
    expect(packData({ rows })).toEqual(Uint8Array.from(pieces.flatMap((piece) => [...piece])));
  });

  test("do not take what cannot travel, and name its place", () => {
    const loop: { inner?: unknown } = {};
    loop.inner = { loop };
    const detached = new Float64Array(3);
    structuredClone(detached, { transfer: [detached.buffer] });
    for (const [data, place] of [
      [{ table: { columns: [{ read: () => 1 }] } }, "table.columns[0].read is a function"],
      [{ "a b": new Map() }, '["a b"] is an object (Map)'],
      [loop, "inner.loop is a part of itself"],
      [[10n], "[0] is a bigint"],
      [{ rows: detached }, "rows is an object (Float64Array)"],
    ] as const) {
      expect(() => packData(data, "The table")).toThrow(`The table cannot be sent to another thread: ${place}`);
    }
  });
});

describe("bytes of another origin", () => {
  const whole = packData({ rows: Float64Array.of(1, 2), name: "a" });

  test("are refused when they are cut short or longer", () => {
    for (let length = 0; length < whole.length; length++) {
      expect(() => unpackData(whole.subarray(0, length))).toThrow("The bytes are no packed data");
    }
    expect(() => unpackData(Uint8Array.of(...whole, 0))).toThrow("something follows the last array");
  });

  test("are refused whatever byte of the header was changed, or give data", () => {
    for (let at = 0; at < whole.length - 16; at++) {
      const changed = Uint8Array.from(whole);
      changed[at] ^= 0x15;
      try {
        unpackData(changed);
      } catch (error) {
        expect(error).toMatchObject({ name: "InputError", code: "damaged-data" });
      }
    }
  });

  test("name no array that is not there, and no kind that is not known", () => {
    const packed = (header: unknown): Uint8Array => {
      const text = new TextEncoder().encode(JSON.stringify(header));
      const length = new Uint8Array(Uint32Array.of(text.length).buffer);
      return Uint8Array.from([...new TextEncoder().encode("kbd1"), ...length, ...text]);
    };
    expect(unpackData(packed([[1, { $: "number", is: "-0" }], []]))).toEqual([1, -0]);
    for (const header of [
      [1],
      [1, [["Array", 3]]],
      [1, [["Float64Array", -1]]],
      [1, [["Float64Array", 1e300]]],
      [{ $: "array", at: 0 }, []],
      [{ $: "array", at: "length" }, []],
      [{ $: "object", of: [1] }, []],
      [{ $: "number", is: "process.exit()" }, []],
      [{ $: "function", of: "process.exit()" }, []],
    ]) {
      expect(() => unpackData(packed(header)), JSON.stringify(header)).toThrow("The bytes are no packed data");
    }
  });
});
