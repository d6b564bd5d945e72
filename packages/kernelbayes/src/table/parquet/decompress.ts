import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressSnappy,
  decompressZstd,
} from "hyparquet-compressors";
import { InputError } from "../../errors.ts";
import { damaged } from "../damaged.ts";
import { quote } from "../quote.ts";

/**
 * Decompressors, each with the most that a byte can stand for in its format: a size that exceeds it is damaged, and known to be so
 * before there is memory for it.
 */
const codecs: Readonly<
  Record<string, { most: number; decompress: (input: Uint8Array, length: number) => Uint8Array }>
> = {
  SNAPPY: { most: 32, decompress: decompressSnappy },
  GZIP: { most: 1100, decompress: decompressGzip },
  LZ4: { most: 256, decompress: decompressLz4 },
  LZ4_RAW: { most: 256, decompress: decompressLz4Raw },
  BROTLI: { most: 2 ** 15, decompress: decompressBrotli },
  ZSTD: { most: 2 ** 15, decompress: (input, length) => decompressZstd(input, new Uint8Array(length)) },
};

/** The bytes of a page, of which there must be exactly `length`. */
export function decompress(input: Uint8Array, length: number, codec: string): Uint8Array {
  if (codec === "UNCOMPRESSED") {
    if (input.length !== length) throw damaged("Parquet", "a page has another size than it says");
    return input;
  }
  if (!Object.hasOwn(codecs, codec)) {
    throw new InputError(
      "unknown-format",
      `The Parquet file is compressed by ${quote(codec)}, which cannot be read; choose one of ${Object.keys(codecs).join(", ")}.`,
    );
  }
  if (length === 0) return new Uint8Array(0);
  if (length > 64 + codecs[codec].most * input.length) throw damaged("Parquet", "a page has an impossible size");
  const output = codecs[codec].decompress(input, length);
  if (output.length !== length) throw damaged("Parquet", "a page has another size than it says");
  return output;
}
