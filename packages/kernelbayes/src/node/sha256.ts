import { createHash } from "node:crypto";

/** The SHA-256 of bytes in some pieces, in hexadecimal digits. */
export function sha256(pieces: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}
