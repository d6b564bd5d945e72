import {
  decoderFor,
  encodingOfMark,
  lineAt,
  nulFound,
  refuseBinary,
  undecodable,
  type DecodeOptions,
} from "./decodeText.ts";

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
