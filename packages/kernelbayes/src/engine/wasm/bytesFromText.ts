/** The printable characters that need no escape between any quotes; tools/textBytes.mjs says why. */
const omitted = "\"'`\\$<";

/** The bytes that `textOf` of tools/textBytes.mjs wrote as text. */
export function bytesFromText(text: string): Uint8Array<ArrayBuffer> {
  const values: number[] = [];
  let count = 0;
  for (let code = 32; code < 127; code++) if (!omitted.includes(String.fromCharCode(code))) values[code] = count++;
  const plain = count - 2;
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let shift = 0;
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)];
    if (value >= plain) shift = (value - plain + 1) * plain;
    else {
      bytes[length++] = shift + value;
      shift = 0;
    }
  }
  return bytes.slice(0, length);
}

/** The bytes whose difference from `base` is given, as `differenceOf` of tools/textBytes.mjs wrote it. */
export function bytesFromDifference(base: Uint8Array, difference: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let at = 0;
  let end = 0;
  const number = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = difference[at++];
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  while (at < difference.length) {
    for (let fresh = number(); fresh > 0; fresh--) bytes.push(difference[at++]);
    const offset = number();
    end += offset % 2 === 0 ? offset / 2 : -(offset + 1) / 2;
    for (let copied = number(); copied > 0; copied--) bytes.push(base[end++]);
  }
  return Uint8Array.from(bytes);
}
