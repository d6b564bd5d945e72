import { inflateSync } from "fflate";
import { checkExpansion, checkLimit, type TableLimits } from "../limits.ts";
import { damaged, readingOf } from "../damaged.ts";
import { crc32 } from "./crc32.ts";

/** A file within a zip archive. */
interface ZipPart {
  readonly name: string;
  /** The bytes as they are in the archive. */
  readonly packed: Uint8Array;
  /** 0 if they are stored as they are, 8 if they are deflated. */
  readonly method: number;
  /** The length of the unpacked bytes, as the archive declares it. */
  readonly size: number;
  readonly checksum: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const longestComment = 65_557;
/** Stands where a number is in the extra field, since it may have 64 bits. */
const elsewhere = 0xffffffff;

/** The parts of a zip archive, by name; nothing is unpacked. */
export function zipParts(bytes: Uint8Array): ReadonlyMap<string, ZipPart> {
  return readingOf("Excel", () => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const parts = new Map<string, ZipPart>();
    const end = directoryEnd(view);
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== directoryEntry) throw damaged("Excel", "the directory of its archive is broken");
      const nameLength = view.getUint16(at + 28, true);
      const extraLength = view.getUint16(at + 30, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      const [size, packedSize, offset] = numbersOf(view, at, at + 46 + nameLength, extraLength);
      parts.set(name, {
        name,
        packed: packedBytes(bytes, view, offset, packedSize),
        method: view.getUint16(at + 10, true),
        size,
        checksum: view.getUint32(at + 16, true),
      });
      at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    }
    return parts;
  });
}

/** The unpacked bytes of some parts, in their order. Together they have to be within the limits, which is checked before there is memory for them. */
export function unpackedParts(parts: readonly ZipPart[], limits: TableLimits, fileLength: number): Uint8Array[] {
  const total = parts.reduce((sum, { size }) => sum + size, 0);
  checkExpansion(limits, fileLength, total, { what: "The Excel file" });
  checkLimit(limits, "textLength", total, "The Excel file");
  return parts.map(unpacked);
}

function unpacked({ name, packed, method, size, checksum }: ZipPart): Uint8Array {
  if (method !== 0 && method !== 8) throw damaged("Excel", `${name} is compressed by an unknown method`);
  // Bytes beyond the declared size have no place in the array, so that a lie about the size costs no memory.
  const bytes = method === 0 ? packed : readingOf("Excel", () => inflateSync(packed, { out: new Uint8Array(size) }));
  if (bytes.length !== size || crc32(bytes) !== checksum) {
    throw damaged("Excel", `the content of ${name} is not what its checksum says`);
  }
  return bytes;
}

function directoryEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - longestComment - 22); at--) {
    if (view.getUint32(at, true) === endOfDirectory) return at;
  }
  throw damaged("Excel", "the directory of its archive is missing");
}

/** Size, packed size and place of an entry; those of 64 bits are in the extra field. */
function numbersOf(view: DataView, entry: number, extra: number, extraLength: number): [number, number, number] {
  const numbers: [number, number, number] = [
    view.getUint32(entry + 24, true),
    view.getUint32(entry + 20, true),
    view.getUint32(entry + 42, true),
  ];
  for (let at = extra; at + 4 <= extra + extraLength; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    for (const k of [0, 1, 2]) {
      if (numbers[k] !== elsewhere) continue;
      numbers[k] = Number(view.getBigUint64(next, true));
      next += 8;
    }
  }
  return numbers;
}

function packedBytes(bytes: Uint8Array, view: DataView, offset: number, length: number): Uint8Array {
  if (view.getUint32(offset, true) !== localHeader) throw damaged("Excel", "a part of its archive is not in its place");
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (from + length > bytes.length) throw damaged("Excel", "a part of its archive is cut short");
  return bytes.subarray(from, from + length);
}
