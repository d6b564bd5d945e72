import { InputError } from "../../errors.ts";
import { option, wording } from "../../wording.ts";
import { checkLimit, limitsOf, type TableLimitOptions } from "../limits.ts";
import { quote } from "../quote.ts";

/** How bytes become text. */
export interface DecodeOptions extends TableLimitOptions {
  /**
   * The character encoding, as `TextDecoder` names it: `"latin1"`, `"utf-16le"`, `"shift_jis"`. Default: what the byte
   * order mark says, else UTF-8.
   */
  readonly encoding?: string;
}

/** Files that are often taken for text, by their first bytes, with the way out. */
const signatures: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0x1f, 0x8b], what: "a gzip file; decompress it first (readTable of kernelbayes/node does)" },
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    what: "an Excel file or a zip archive; read an Excel file as one (parseExcel or readTable), unpack an archive first",
  },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: "an Excel file of the old format (.xls); save it as .xlsx first" },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: "a Parquet file; read it as one (parseParquet, parseTable or readTable)" },
  {
    bytes: [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31],
    what: "an Arrow file; read it as one (parseArrow, parseTable or readTable)",
  },
];

/** The text of a file: bytes are decoded, a byte order mark is left out, and what is not text is refused. */
export function decodeText(input: string | Uint8Array, options: DecodeOptions = {}): string {
  const limits = limitsOf(options);
  if (typeof input !== "string") refuseBinary(input);
  checkLimit(limits, "textLength", input.length, "The text");
  const text = typeof input === "string" ? input : decodeBytes(input, options.encoding);
  const nul = text.indexOf("\0");
  if (nul >= 0) throw nulFound(lineAt(text, nul));
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** The error of a NUL character, which no text has. */
function nulFound(line: number): InputError {
  return new InputError(
    "binary-input",
    `Line ${line} contains a NUL character: this is not a text file, or it is UTF-16 without a byte order mark.`,
    { line },
    wording`For UTF-16, give ${option("encoding", "utf-16le")}.`,
  );
}

/** The line, counted from 1, of a place in a text; lines end in LF, CRLF or CR. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let i = 0; i < position; i++) {
    const code = text.charCodeAt(i);
    // CR and LF are one line end, counted with the LF, unless the position is between them.
    if (code === 10 || (code === 13 && (i + 1 === position || text.charCodeAt(i + 1) !== 10))) line++;
  }
  return line;
}

function decodeBytes(bytes: Uint8Array, encoding: string | undefined): string {
  const decoder = decoderFor(encoding ?? encodingOfMark(bytes));
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw undecodable(error, decoder, bytes, 1);
  }
}

/** Refuses files that are known not to be text by their first bytes. */
function refuseBinary(bytes: Uint8Array): void {
  const file = signatures.find((signature) => signature.bytes.every((byte, i) => bytes[i] === byte));
  if (file !== undefined) throw new InputError("binary-input", `This is not text but ${file.what}.`);
}

/** The error of bytes, beginning on the given line, that a decoder refused. */
function undecodable(error: unknown, decoder: TextDecoder, bytes: Uint8Array, firstLine: number): InputError {
  if (!(error instanceof TypeError)) {
    return new InputError("too-large", `The text of ${bytes.length} bytes is too long for one string.`);
  }
  const line = decoder.encoding === "utf-8" ? firstLine + firstUndecodableLine(bytes) - 1 : undefined;
  return new InputError(
    "wrong-encoding",
    `${line === undefined ? "The text" : `Line ${line}`} is not valid ${decoder.encoding.toUpperCase()}.`,
    line === undefined ? {} : { line },
    wording`Save the file as UTF-8, or give its encoding, for example ${option("encoding", "latin1")}.`,
  );
}

/** The encoding that a byte order mark tells, else UTF-8. */
function encodingOfMark(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}

/** A decoder that refuses what it cannot read. */
function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new InputError(
      "invalid-option",
      `There is no character encoding ${quote(String(encoding))}.`,
      {},
      'Try "latin1".',
    );
  }
}

/**
 * In UTF-8 the byte of a line feed is never part of another character, so the lines before any of them can be decoded by
 * themselves. Bisection decodes twice the bytes at most, however many lines there are.
 */
function firstUndecodableLine(bytes: Uint8Array): number {
  const decoder = decoderFor("utf-8");
  let from = 0; // what is before it can be decoded
  let to = bytes.length; // what is before it cannot
  while (from < to) {
    const middle = (from + to) >> 1;
    const before = bytes.lastIndexOf(10, middle);
    const end = before >= from ? before + 1 : bytes.indexOf(10, middle) + 1;
    if (end === 0 || end >= to) break; // one line is left
    try {
      decoder.decode(bytes.subarray(from, end));
      from = end;
    } catch {
      to = end;
    }
  }
  let line = 1;
  for (let i = 0; i < from; i++) if (bytes[i] === 10) line++;
  return line;
}

/** As many bytes as tell a byte order mark or a binary file. */
const signatureLength = 8;

/** The text of bytes that come in pieces, by the rules of `decodeText`. */
export async function* decodeStream(
  source: AsyncIterable<Uint8Array>,
  { encoding }: DecodeOptions = {},
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let pending: Uint8Array = new Uint8Array(0); // bytes that wait for those that follow
  let line = 1;
  let lineFeeds = 0;
  let endedInReturn = false;
  let isBeginning = true;

  const decode = (bytes: Uint8Array, isAll: boolean): string => {
    if (decoder === undefined) {
      refuseBinary(bytes);
      decoder = decoderFor(encoding ?? encodingOfMark(bytes));
    }
    let text;
    try {
      text = decoder.decode(bytes, { stream: !isAll });
    } catch (error) {
      throw undecodable(error, decoder, bytes, 1 + lineFeeds); // counted as there
    }
    const nul = text.indexOf("\0");
    if (nul >= 0) throw nulFound(line + lineAt(text, nul) - 1);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 13 || (code === 10 && !endedInReturn)) line++;
      if (code === 10) lineFeeds++;
      endedInReturn = code === 13;
    }
    if (!isBeginning || text === "") return text;
    isBeginning = false;
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  };

  for await (const piece of source) {
    const bytes = pending.length === 0 ? piece : joined(pending, piece);
    const end = decoder === undefined && bytes.length < signatureLength ? 0 : wholeCharacters(bytes);
    pending = new Uint8Array(bytes.subarray(end));
    if (end > 0) yield decode(bytes.subarray(0, end), false);
  }
  yield decode(pending, true);
}

/** Where a UTF-8 character that is cut short begins, at the end of the bytes; other encodings are seen to by their decoder. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if (byte >= 0xc0)
      return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
