import { damaged } from "../damaged.ts";

/**
 * Walks through `count` numbers in Parquet's hybrid of run lengths and packed bits. A run that is longer than the numbers
 * that are left would be written out by hyparquet all the same, up to 2³¹ of them.
 */
export function checkRuns(bytes: Uint8Array, from: number, to: number, bitWidth: number, count: number): void {
  if (bitWidth > 32) throw damaged("Parquet", `numbers of ${bitWidth} bits`);
  let position = from;
  for (let seen = 0; seen < count;) {
    const header = varint(bytes, position, to);
    position = header.next;
    if (header.value % 2 === 1) {
      const groups = (header.value - 1) / 2;
      // The last groups may be filled up with numbers that do not count (DuckDB always writes 256), and the last bytes that
      // stand for them be left out. The bytes bound their number, but for numbers of no bits.
      if (bitWidth === 0 && 8 * groups >= count - seen + 256) {
        throw damaged("Parquet", "there are more packed numbers than their page has");
      }
      seen += 8 * groups;
      position += groups * bitWidth;
      if (position > to + bitWidth) throw damaged("Parquet", "packed numbers exceed their page");
    } else {
      const run = header.value / 2;
      if (run > count - seen) throw damaged("Parquet", "a run is longer than its page");
      seen += run;
      position += Math.ceil(bitWidth / 8);
      if (position > to) throw damaged("Parquet", "a run exceeds its page");
    }
  }
}

/** Walks through `count` numbers in Parquet's delta encoding, and returns where they end. */
export function checkDeltas(bytes: Uint8Array, from: number, count: number): number {
  const to = bytes.length;
  let { value: blockSize, next: position } = varint(bytes, from, to);
  const perBlock = varint(bytes, position, to);
  const total = varint(bytes, perBlock.next, to);
  position = varint(bytes, total.next, to).next; // the first value
  const miniblocks = perBlock.value;
  const size = blockSize / miniblocks;
  if (total.value !== count || blockSize % 128 !== 0 || blockSize > 2 ** 20 || size % 32 !== 0 || !(size > 0)) {
    throw damaged("Parquet", "the header of delta-encoded numbers is wrong");
  }
  for (let seen = 1; seen < count;) {
    const widths = varint(bytes, position, to).next; // behind the least delta
    position = widths + miniblocks;
    for (let i = 0; i < miniblocks && seen < count; i++) {
      if (!(bytes[widths + i] <= 64)) throw damaged("Parquet", "delta-encoded numbers are too wide");
      seen += size;
      position += (size * bytes[widths + i]) / 8;
    }
    // The last miniblock may be cut off behind its last value.
    if (position > to && seen < count) throw damaged("Parquet", "delta-encoded numbers exceed their page");
  }
  return Math.min(position, to);
}

function varint(bytes: Uint8Array, from: number, to: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 10 && from + i < to; i++) {
    const byte = bytes[from + i];
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: from + i + 1 };
  }
  throw damaged("Parquet", "a number exceeds its page");
}
