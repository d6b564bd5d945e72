import { InputError } from "../../errors.ts";
import type { ColumnType } from "../column.ts";
import { checkLevels } from "../limits.ts";
import { quote } from "../quote.ts";

/** An attribute, as ARFF calls a column, as its declaration says. */
export interface ArffAttribute {
  readonly name: string;
  readonly type: ColumnType;
  /** The values of a nominal attribute, in the order of the declaration. */
  readonly values?: ReadonlySet<string>;
}

const types: Readonly<Record<string, ColumnType>> = {
  numeric: "number",
  real: "number",
  integer: "number",
  string: "text",
  date: "date",
};

/** Patterns of dates whose texts are ISO 8601. */
const isoPattern = /^yyyy-MM-dd(?:(?: |'T')HH:mm(?::ss(?:\.S+)?)?(?:'Z'|Z|X{1,3})?)?$/;

/** Reads what follows `@attribute`: a name, and a type or the values in braces. */
export function readArffAttribute(content: string, from: number, line: number): ArffAttribute {
  const start = skipBlanks(content, from);
  if (isEndOfLine(content, start))
    throw malformedArff(line, "@attribute needs a name and a type", content.slice(start));
  const { text: name, end } = arffValueAt(content, start, " \t{", line);
  const next = skipBlanks(content, end);
  if (content[next] === "{") return { name, type: "text", values: readValues(content, next + 1, name, line) };
  const { text: word, end: after } = arffValueAt(content, next, " \t", line);
  const type = word.toLowerCase();
  if (type === "relational") {
    throw unsupported(line, name, "is relational: its values are tables, and a cell cannot be one. Flatten it first");
  }
  if (!Object.hasOwn(types, type)) {
    throw malformedArff(
      line,
      `the type of attribute ${quote(name)} must be numeric, real, integer, string, date, or values in braces`,
      word,
    );
  }
  if (type === "date" && !isEndOfLine(content, skipBlanks(content, after))) {
    const pattern = arffValueAt(content, after, "", line);
    if (!isoPattern.test(pattern.text)) {
      throw unsupported(
        line,
        name,
        `has dates of the pattern ${quote(pattern.text)}; only those of ISO 8601 are read, such as "yyyy-MM-dd". ` +
          `Convert them, or declare the attribute as string`,
      );
    }
    requireEnd(content, pattern.end, line);
  } else requireEnd(content, after, line);
  return { name, type: types[type] };
}

/** The values of a nominal attribute, up to the closing brace. */
function readValues(content: string, from: number, name: string, line: number): Set<string> {
  const values = new Set<string>();
  let at = from;
  do {
    const { text, isQuoted, end: behind } = arffValueAt(content, at, ",}", line);
    const end = skipBlanks(content, behind);
    if (end >= content.length) throw malformedArff(line, `the values of attribute ${quote(name)} must end in }`, "");
    if (text === "" && !isQuoted) {
      throw malformedArff(line, `attribute ${quote(name)} declares a value without characters`);
    }
    if (values.has(text)) throw malformedArff(line, `attribute ${quote(name)} declares the value ${quote(text)} twice`);
    if (content[end] !== "," && content[end] !== "}") {
      throw malformedArff(line, `the values of attribute ${quote(name)} must be separated by commas`, content[end]);
    }
    checkLevels(values.size + 1, name);
    values.add(text);
    at = end + 1;
  } while (content[at - 1] !== "}");
  requireEnd(content, at, line);
  return values;
}

/** Refuses anything but a comment at the end of a line. */
function requireEnd(content: string, from: number, line: number): void {
  const at = skipBlanks(content, from);
  if (!isEndOfLine(content, at)) throw malformedArff(line, "the declaration should end here", content.slice(at));
}

function unsupported(line: number, column: string, problem: string): InputError {
  return new InputError("unsupported-arff", `Line ${line}: attribute ${quote(column)} ${problem}.`, { line, column });
}

/** A value as it stands in an ARFF file: a question mark is a missing one only without quotation marks. */
interface ArffValue {
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
