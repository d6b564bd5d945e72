import { InputError } from "../../errors.ts";
import { quote } from "../quote.ts";

/** A value as it stands in an ARFF file: a question mark is a missing one only without quotation marks. */
export interface ArffValue {
  readonly text: string;
  readonly isQuoted: boolean;
  /** The place behind the value. */
  readonly end: number;
}

/** Characters that a backslash stands for within quotation marks; any other character stands for itself. */
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * The value that begins at a place of a line, or after blanks there. It stands in single or double quotation marks, with
 * backslashes before what would end it (`\'`, `\n`, `\u00e9`), or reaches to one of the `ends`, a blank before a comment, or the end of the line.
 */
export function arffValueAt(content: string, from: number, ends: string, line: number): ArffValue {
  const start = skipBlanks(content, from);
  const mark = content[start];
  if (mark !== "'" && mark !== '"') return plainValue(content, start, ends);
  let text = "";
  let at = start + 1;
  let copied = at;
  for (; content[at] !== mark; at++) {
    if (at >= content.length) {
      const character = start + 1;
      throw new InputError(
        "unterminated-quote",
        `Line ${line}: the quotation mark at character ${character} is never closed.`,
        { line, character },
        "Line ends within a value are written \\n.",
      );
    }
    if (content[at] !== "\\") continue;
    text += content.slice(copied, at);
    const escaped = content[++at] ?? "";
    const code = escaped === "u" ? /^[0-9a-f]{4}/i.exec(content.slice(at + 1, at + 5))?.[0] : undefined;
    text += code === undefined ? (escapes[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(code, 16));
    if (code !== undefined) at += 4;
    copied = at + 1;
  }
  return { text: text + content.slice(copied, at), isQuoted: true, end: at + 1 };
}

function plainValue(content: string, start: number, ends: string): ArffValue {
  let end = start;
  for (; end < content.length; end++) {
    // Of the characters that may end a value only braces lie behind the comma; most characters of a value do.
    const code = content.charCodeAt(end);
    if (code > comma && code !== openingBrace && code !== closingBrace) continue;
    if (ends.includes(content[end])) break;
    if (content[end] === "%" && (end === start || isBlank(content[end - 1]))) break;
  }
  while (end > start && isBlank(content[end - 1])) end--;
  return { text: content.slice(start, end), isQuoted: false, end };
}

const comma = 44;
const openingBrace = 123;
const closingBrace = 125;

/** The place of the next character that is no blank. */
export function skipBlanks(content: string, from: number): number {
  let at = from;
  while (isBlank(content[at])) at++;
  return at;
}

/** Whether nothing but a comment follows. */
export function isEndOfLine(content: string, at: number): boolean {
  return at >= content.length || content[at] === "%";
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

/** The error of a line that is not as ARFF asks. */
export function malformedArff(line: number, problem: string, found?: string): InputError {
  const what = found === undefined ? "" : `; found ${found === "" ? "nothing" : quote(found)}`;
  return new InputError("malformed-arff", `Line ${line}: ${problem}${what}.`, { line });
}
