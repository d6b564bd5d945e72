import type { CompressionCodec } from "hyparquet";
import { compressors, decompressZstd } from "hyparquet-compressors";
import { InputError } from "../../errors.ts";
import { damaged } from "../damaged.ts";
import { quote } from "../quote.ts";

/**
 * The most that a byte can stand for in each compression: a size that exceeds it is damaged, and known to be so before there is memory
 * for it.
 */
const mostOfByte: Readonly<Partial<Record<CompressionCodec, number>>> = {
  SNAPPY: 32,
  GZIP: 1100,
  LZ4: 256,
  LZ4_RAW: 256,
  BROTLI: 2 ** 15,
  ZSTD: 2 ** 15,
};

/** The bytes of a page, of which there must be exactly `length`. */
export function decompress(input: Uint8Array, length: number, codec: CompressionCodec | undefined): Uint8Array {
  if (codec === "UNCOMPRESSED") {
    if (input.length !== length) throw damaged("Parquet", "a page has another size than it says");
    return input;
  }
  if (codec === undefined) throw damaged("Parquet", "its compression is unknown");
  const most = mostOfByte[codec];
  if (most === undefined) {
    throw new InputError(
      "unknown-format",
      `The Parquet file is compressed by ${quote(codec)}, which cannot be read.`,
      {},
      `Write it with one of ${Object.keys(mostOfByte).join(", ")}.`,
    );
  }
  if (length === 0) return new Uint8Array(0);
  if (length > 64 + most * input.length) throw damaged("Parquet", "a page has an impossible size");
  // Zstandard would allocate what the page says of itself, unless it is given where to write.
  const output = codec === "ZSTD" ? decompressZstd(input, new Uint8Array(length)) : compressors[codec]?.(input, length);
  if (output?.length !== length) throw damaged("Parquet", "a page has another size than it says");
  return output;
}
