import { damaged } from "../damaged.ts";

/** The bytes behind the footer: its length, and the signature. */
export const trailerLength = 10;

/** Where the footer of an Arrow file begins, from its last bytes. */
export function footerStart(trailer: Uint8Array, fileLength: number): number {
  const length = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength).getInt32(0, true);
  if (!(length > 0 && length <= fileLength - trailerLength)) throw damaged("Arrow", "the footer exceeds the file");
  return fileLength - trailerLength - length;
}

/** Bytes before the footer in the message that is made of it. */
const headLength = 32;

/**
 * The head of a schema message for files that keep their schema in the footer alone, as those of Arrow's JavaScript library
 * do. A footer is a FlatBuffer, in which all references are relative: a new root is put before it whose header is the
 * schema inside.
 */
export function schemaOfFooter(footer: Uint8Array): Uint8Array {
  const view = new DataView(footer.buffer, footer.byteOffset, footer.byteLength);
  const inside = (position: number, size: number): number => {
    if (!(position >= 0 && position + size <= footer.length))
      throw damaged("Arrow", "an offset leads out of the footer");
    return position;
  };
  const root = view.getInt32(inside(0, 4), true);
  const directory = root - view.getInt32(inside(root, 4), true);
  const slot = 6;
  const at = slot < view.getInt16(inside(directory, 2), true) ? view.getInt16(inside(directory + slot, 2), true) : 0;
  if (at === 0) throw damaged("Arrow", "it has no schema");
  const schema = root + at + view.getInt32(inside(root + at, 4), true);
  const message = new Uint8Array(headLength + footer.length);
  const head = new DataView(message.buffer);
  const table = 16;
  head.setInt32(0, table, true);
  // The directory of the root: its own length and that of the table, then where version, kind and header stand.
  [12, 12, 4, 6, 8, 0].forEach((value, i) => head.setInt16(4 + 2 * i, value, true));
  head.setInt32(table, table - 4, true);
  head.setInt16(table + 4, 4, true);
  head.setUint8(table + 6, 1);
  head.setInt32(table + 8, headLength + schema - (table + 8), true);
  message.set(footer, headLength);
  return message;
}
