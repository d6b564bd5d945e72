import { damaged } from "../damaged.ts";
import { checkLimit, type TableLimits } from "../limits.ts";

/** The kinds of messages in an Arrow file. */
export const messageTypes = { schema: 1, dictionary: 2, records: 3 };

/** What the head of a message says. */
export interface MessageHead {
  readonly type: number;
  readonly bodyLength: number;
  /** The rows of a batch. */
  readonly rows: number;
  /** The cells of its longest column. */
  readonly longest: number;
  /** Which dictionary a batch belongs to, and whether its values come behind those that are known. */
  readonly dictionary?: { readonly id: number; readonly isDelta: boolean };
  /** Where the compressed parts of the body begin; undefined if it is not compressed. */
  readonly compressed?: readonly number[];
}

/** Deeper fields than this do not occur. */
const deepest = 24;

/**
 * Walks through the head of an Arrow message, which is a FlatBuffer: a graph of tables that refer to each other by offsets. The
 * reader of flechette takes lengths on trust, so a damaged one would make it fill the memory. Here each vector has to fit into the
 * bytes, and no more tables may be visited than there is room for, so that no ring of offsets is followed for ever.
 */
export function checkMessage(bytes: Uint8Array, limits: TableLimits): MessageHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let visits = bytes.length;

  const inside = (position: number, size: number): number => {
    if (!(position >= 0 && position + size <= bytes.length)) throw damaged("Arrow", "an offset leads out of a message");
    return position;
  };
  const offset = (position: number): number => position + view.getInt32(inside(position, 4), true);

  /** Where the entry of a table is, or undefined if it has none. `slot` counts bytes, from 4. */
  const entry = (table: number, slot: number): number | undefined => {
    const start = offset(table);
    const directory = start - view.getInt32(inside(start, 4), true);
    if (slot >= view.getInt16(inside(directory, 2), true)) return undefined;
    const at = view.getInt16(inside(directory + slot, 2), true);
    return at === 0 ? undefined : inside(start + at, 1);
  };

  const long = (position: number | undefined): number =>
    position === undefined ? 0 : Number(view.getBigInt64(inside(position, 8), true));

  const vector = (position: number | undefined, size: number, visit?: (element: number) => void): void => {
    if (position === undefined) return;
    const start = offset(position);
    const length = view.getInt32(inside(start, 4), true);
    if (length < 0) throw damaged("Arrow", "a vector has a negative length");
    inside(start, 4 + length * size);
    visits -= length;
    if (visits < 0) throw damaged("Arrow", "a message refers to itself");
    if (visit === undefined) return;
    for (let i = 0; i < length; i++) visit(start + 4 + i * size);
  };

  const checkMetadata = (position: number | undefined): void => {
    vector(position, 4, (pair) => {
      checkText(entry(pair, 4));
      checkText(entry(pair, 6));
    });
  };
  const checkText = (position: number | undefined): void => {
    vector(position, 1);
  };

  const checkField = (field: number, depth: number): void => {
    if (depth > deepest) throw damaged("Arrow", "fields are nested too deeply");
    checkText(entry(field, 4));
    const kind = entry(field, 8);
    const type = entry(field, 10);
    if (kind === undefined || type === undefined) throw damaged("Arrow", "a field has no type");
    offset(type);
    if (bytes[kind] === 10) checkText(entry(type, 6)); // the time zone of a timestamp
    if (bytes[kind] === 14) vector(entry(type, 6), 4); // the members of a union
    vector(entry(field, 14), 4, (child) => checkField(child, depth + 1));
    checkMetadata(entry(field, 16));
  };

  const checkBatch = (
    batch: number,
    version: number,
    most: number,
    what: string,
  ): Pick<MessageHead, "rows" | "longest" | "compressed"> => {
    const before = version < 3 ? 8 : 0; // older versions have another number before each place
    const rows = long(entry(batch, 4));
    if (!(rows >= 0)) throw damaged("Arrow", "a batch has a negative number of rows");
    checkLimit(limits, "rows", rows, what);
    let longest = 0;
    vector(entry(batch, 6), 16, (node) => {
      const length = long(node);
      checkLimit(limits, "rows", length, what);
      if (!(length >= 0 && length <= most)) throw damaged("Arrow", "a column has an impossible length");
      longest = Math.max(longest, length);
    });
    const parts: number[] = [];
    vector(entry(batch, 8), 16 + before, (part) => {
      parts.push(long(part + before + 8) === 0 ? -1 : long(part + before)); // a part without bytes has no length before it
    });
    let views = 0; // the parts of columns that have any number of them, which must be there
    vector(entry(batch, 12), 8, (count) => {
      if (!(long(count) >= 0 && (views += long(count)) <= parts.length)) throw damaged("Arrow", "a column lacks parts");
    });
    const isCompressed = entry(batch, 10) !== undefined;
    return { rows, longest, ...(isCompressed && { compressed: parts.filter((part) => part >= 0) }) };
  };

  const version = entry(0, 4);
  const kind = entry(0, 6);
  const header = entry(0, 8);
  if (kind === undefined || header === undefined) throw damaged("Arrow", "a message has no head");
  const type = bytes[kind];
  const versionNumber = version === undefined ? 0 : view.getInt16(inside(version, 2), true);
  const bodyLength = long(entry(0, 10));
  if (type === messageTypes.schema) {
    vector(entry(header, 6), 4, (field) => checkField(field, 0));
    checkMetadata(entry(header, 8));
    return { type, rows: 0, longest: 0, bodyLength };
  }
  if (type === messageTypes.records) {
    const batch = checkBatch(header, versionNumber, limits.rows, "A batch of the Arrow file");
    return { ...batch, type, bodyLength };
  }
  if (type === messageTypes.dictionary) {
    const batch = entry(header, 6);
    if (batch === undefined) throw damaged("Arrow", "a dictionary has no values");
    // The different values of a dictionary take some room, however they are compressed.
    const most = Math.min(limits.rows, 2 ** 10 * bodyLength);
    const isDelta = entry(header, 8);
    return {
      ...checkBatch(batch, versionNumber, most, "A dictionary of the Arrow file"),
      type,
      bodyLength,
      dictionary: { id: long(entry(header, 4)), isDelta: isDelta !== undefined && bytes[isDelta] !== 0 },
    };
  }
  throw damaged("Arrow", "a message is of an unknown kind");
}

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
