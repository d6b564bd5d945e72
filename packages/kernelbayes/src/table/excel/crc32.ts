const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let word = byte;
  for (let bit = 0; bit < 8; bit++) word = word & 1 ? 0xedb88320 ^ (word >>> 1) : word >>> 1;
  return word;
});

/** The checksum that zip archives have for each of their parts. */
export function crc32(bytes: Uint8Array): number {
  let word = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) word = table[(word ^ bytes[i]) & 255] ^ (word >>> 8);
  return (word ^ 0xffffffff) >>> 0;
}
