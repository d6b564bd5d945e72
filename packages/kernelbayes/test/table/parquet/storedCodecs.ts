/** Compressors that compress nothing, but write what the decompressors of the formats read. */
export const storedCodecs = {
  /** A gzip member with one stored block; the checksum at its end is not looked at. */
  GZIP: (bytes: Uint8Array): Uint8Array => {
    const size = [bytes.length & 255, bytes.length >> 8];
    return Uint8Array.of(
      31,
      139,
      8,
      0,
      0,
      0,
      0,
      0,
      0,
      255,
      1,
      ...size,
      ...size.map((byte) => 255 - byte),
      ...bytes,
      0,
      0,
      0,
      0,
      ...size,
      0,
      0,
    );
  },
  /** A Zstandard frame of a single segment with one raw block. */
  ZSTD: (bytes: Uint8Array): Uint8Array => {
    const size = bytes.length;
    const header = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...littleEndian(size, 4), ...littleEndian((size << 3) | 1, 3)];
    return Uint8Array.of(...header, ...bytes);
  },
  /** An LZ4 block of literals alone. */
  LZ4_RAW: (bytes: Uint8Array): Uint8Array => {
    if (bytes.length < 15) return Uint8Array.of(bytes.length << 4, ...bytes);
    const rest = bytes.length - 15;
    return Uint8Array.of(240, ...new Uint8Array(Math.floor(rest / 255)).fill(255), rest % 255, ...bytes);
  },
};

function littleEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 255);
}
