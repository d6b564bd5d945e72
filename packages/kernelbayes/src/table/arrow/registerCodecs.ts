import { CompressionType, getCompressionCodec, setCompressionCodec } from "@uwdata/flechette";
import { decompressZstd } from "hyparquet-compressors";
import { damaged } from "../damaged.ts";
import { decompressLz4Frame } from "./decompressLz4Frame.ts";

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
