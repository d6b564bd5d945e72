import { CompressionType, getCompressionCodec, setCompressionCodec } from "@uwdata/flechette";
import { decompressZstd } from "hyparquet-compressors";
import { damaged } from "../damaged.ts";

/** Makes the two compressions of Arrow known to flechette, which has none of its own, unless the program has done so. */
export function registerCodecs(): void {
  register(CompressionType.LZ4_FRAME, 256, decompressLz4Frame);
  register(CompressionType.ZSTD, 2 ** 15, (input, length) => decompressZstd(input, new Uint8Array(length)));
}

/** `most` is what a byte can stand for at most; a length beyond it is known to be wrong before there is memory for it. */
function register(type: 0 | 1, most: number, decompress: (input: Uint8Array, length: number) => Uint8Array): void {
  if (getCompressionCodec(type) !== null) return;
  setCompressionCodec(type, {
    encode: (data) => data,
    decode: (input: Uint8Array, length: number) => {
      if (!(length >= 0 && length <= 64 + most * input.length)) throw damaged("Arrow", "a part has an impossible size");
      return decompress(input, length);
    },
  });
}

/**
 * Decompresses an LZ4 frame, as Arrow uses it, of which the decompressed length is known. Blocks may refer to the text of earlier
 * ones, so all go into one output. Checksums are not looked at.
 *
 * Y. Collet, "LZ4 Frame Format Description" 1.6.4 and "LZ4 Block Format Description", 2022–2024.
 */
export function decompressLz4Frame(input: Uint8Array, length: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const output = new Uint8Array(length);
  if (input.length < 7 || view.getUint32(0, true) !== 0x184d2204) throw wrong();
  const flags = input[4];
  const hasBlockChecksum = (flags & 0x10) !== 0;
  let position = 7 + ((flags & 0x08) !== 0 ? 8 : 0) + ((flags & 0x01) !== 0 ? 4 : 0);
  let written = 0;
  for (;;) {
    if (position + 4 > input.length) throw wrong();
    const header = view.getUint32(position, true);
    position += 4;
    if (header === 0) break;
    const size = header & 0x7fffffff;
    if (size > input.length - position) throw wrong();
    const block = input.subarray(position, position + size);
    if (header >= 2 ** 31) {
      if (size > length - written) throw wrong();
      output.set(block, written);
      written += size;
    } else written = decompressBlock(block, output, written);
    position += size + (hasBlockChecksum ? 4 : 0);
  }
  if (written !== length) throw wrong();
  return output;
}

/** Decompresses a block behind what has been written, and returns where it ends. */
function decompressBlock(block: Uint8Array, output: Uint8Array, from: number): number {
  let written = from;
  let position = 0;
  const longLength = (least: number): number => {
    let length = least;
    if (least !== 15) return length;
    for (let byte = 255; byte === 255; length += byte) {
      if (position >= block.length) throw wrong();
      byte = block[position++];
    }
    return length;
  };
  while (position < block.length) {
    const token = block[position++];
    const literals = longLength(token >> 4);
    if (literals > block.length - position || literals > output.length - written) throw wrong();
    output.set(block.subarray(position, position + literals), written);
    position += literals;
    written += literals;
    if (position === block.length) break; // the last sequence has no match
    if (position + 2 > block.length) throw wrong();
    const distance = block[position] + 256 * block[position + 1];
    position += 2;
    const match = longLength(token & 15) + 4;
    if (distance === 0 || distance > written || match > output.length - written) throw wrong();
    for (let i = 0; i < match; i++, written++) output[written] = output[written - distance];
  }
  return written;
}

function wrong(): Error {
  return damaged("Arrow", "a compressed part cannot be decompressed");
}
