import { InputError } from "../../errors.ts";
import { beyondLimit, checkLimit, defaultLimits, type TableLimits } from "../limits.ts";

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const blank = 32;
const quotationMark = 34;

/**
 * Splits delimited text into records. Each is given as the bounds of its cells, for `cellAt`, the line on which it begins,
 * and where and on which line the next one may begin; returning false ends the reading. The array of bounds is used again for
 * the next record. A text that is the continuation of another begins on a later line than the first.
 *
 * RFC 4180 with the usual kindness: lines end in LF, CRLF or CR; a cell in quotation marks may hold delimiters, line
 * ends and doubled quotation marks; blanks around a cell do not count unless they are within quotation marks; a
 * quotation mark inside an unquoted cell is an ordinary character; lines without characters are skipped. With a blank
 * as delimiter, any run of blanks delimits.
 */
export function splitRecords(
  text: string,
  delimiter: string,
  onRecord: (bounds: readonly number[], line: number, end: number, nextLine: number) => boolean | void,
  firstLineOfText = 1,
  limits: TableLimits = defaultLimits,
): void {
  const separator = delimiter.charCodeAt(0);
  const otherBlank = separator === tab ? blank : tab;
  const end = text.length;
  const mostBounds = 2 * limits.columns;
  const bounds: number[] = [];
  let position = 0;
  let line = firstLineOfText;
  let lineStart = 0;

  const fail = (code: string, message: string, character: number): never => {
    throw new InputError(code, message, { line, character });
  };

  while (position < end) {
    const firstLine = line;
    let count = 0;
    let quoted = false;
    let code = separator;
    const recordStart = position;
    position--; // each turn begins by stepping over a delimiter
    while (code === separator) {
      if (count >= mostBounds)
        throw beyondLimit(limits, "columns", limits.columns, {
          what: `Line ${line}`,
          before: "more than ",
          place: { line },
        });
      code = ++position < end ? text.charCodeAt(position) : lineFeed;
      while (code === blank || code === otherBlank) {
        code = ++position < end ? text.charCodeAt(position) : lineFeed;
      }
      if (code === quotationMark) {
        quoted = true;
        const opening = position - lineStart + 1;
        const openingLine = line;
        const start = ++position;
        let doubled = false;
        for (;;) {
          if (position >= end) {
            line = openingLine;
            fail(
              "unterminated-quote",
              `Line ${line}: the quotation mark at character ${opening} is never closed.`,
              opening,
            );
          }
          code = text.charCodeAt(position++);
          if (code === quotationMark) {
            if (text.charCodeAt(position) !== quotationMark) break;
            doubled = true;
            position++;
          } else if (code === lineFeed || (code === carriageReturn && text.charCodeAt(position) !== lineFeed)) {
            line++;
            lineStart = position;
          }
        }
        bounds[count++] = start;
        bounds[count++] = doubled ? -position : position - 1;
        code = position < end ? text.charCodeAt(position) : lineFeed;
        while (code !== separator && (code === blank || code === otherBlank)) {
          code = ++position < end ? text.charCodeAt(position) : lineFeed;
        }
        if (code !== separator && code !== lineFeed && code !== carriageReturn) {
          const character = position - lineStart + 1;
          fail(
            "malformed-csv",
            `Line ${line}, character ${character}: after a closing quotation mark comes ${JSON.stringify(text[position])} ` +
              `instead of the delimiter ${JSON.stringify(delimiter)}. Quotation marks within quoted cells are doubled.`,
            character,
          );
        }
      } else {
        const start = position;
        while (code !== separator && code !== lineFeed && code !== carriageReturn) {
          code = ++position < end ? text.charCodeAt(position) : lineFeed;
        }
        let last = position;
        if (separator === blank && last === start && count > 0) break; // blanks at the end of a line delimit nothing
        while (last > start && isBlank(text.charCodeAt(last - 1))) last--;
        bounds[count++] = start;
        bounds[count++] = last;
      }
    }
    if (position - recordStart > limits.lineLength) {
      checkLimit(limits, "lineLength", position - recordStart, `Line ${firstLine}`, { line: firstLine });
    }
    position++; // over the line end
    if (code === carriageReturn && text.charCodeAt(position) === lineFeed) position++;
    line++;
    lineStart = position;
    if (count === 2 && !quoted && bounds[0] === bounds[1]) continue;
    bounds.length = count;
    if (onRecord(bounds, firstLine, position, line) === false) return;
  }
}

/** The cell between two bounds; a negative end says that quotation marks in it are doubled. */
export function cellAt(text: string, start: number, end: number): string {
  return end >= 0 ? text.slice(start, end) : text.slice(start, -end - 1).replaceAll('""', '"');
}

function isBlank(code: number): boolean {
  return code === blank || code === tab;
}
