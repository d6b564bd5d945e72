/**
 * Where the line that begins at `from` has ended and the next one begins, or −1 if its end is not in the text. Lines end in LF, CRLF or CR. A CR at the end of a text that
 * is not complete may be half of CRLF.
 */
export function endOfLine(text: string, from: number, isAll: boolean): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return at + 1;
    if (code !== 13) continue;
    if (at + 1 < text.length) return text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
    return isAll ? at + 1 : -1;
  }
  return -1;
}
