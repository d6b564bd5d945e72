import type { Digest } from "../run/sharedContents.ts";

/** The SHA-256 of bytes in some pieces, in hexadecimal digits; undefined in pages that are no secure context, where browsers offer none. */
export function sha256OfPage(): Digest | undefined {
  // Declared as always present.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return (
    subtle &&
    (async (pieces) => {
      const bytes = new Uint8Array(await new Blob([...(pieces as readonly Uint8Array<ArrayBuffer>[])]).arrayBuffer());
      const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    })
  );
}
