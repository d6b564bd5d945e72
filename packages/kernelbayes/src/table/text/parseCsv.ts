import { InputError } from "../../errors.ts";
import { columnFromTexts, type CellOptions, type Texts } from "../columnFromTexts.ts";
import { decodeText, type DecodeOptions } from "./decodeText.ts";
import { checkHeader, headerNames, namesOrNumbers, skippedLines, type HeaderOptions } from "../headerNames.ts";
import { checkShape, limitsOf, mostRows, checkLimit } from "../limits.ts";
import { quote } from "../quote.ts";
import { readPlainNumber } from "../readNumber.ts";
import { option, wording } from "../../wording.ts";
import { endOfLine } from "./endOfLine.ts";
import { lineOfHeader } from "./lineOfHeader.ts";
import { withoutLines } from "./withoutLines.ts";
import { cellAt, splitRecords } from "./splitRecords.ts";
import { checkDeclaredTypes, tableOf, type Table } from "../table.ts";
import type { RowColumn, Rows } from "../format.ts";

/** How delimited text is read. */
export interface CsvOptions extends CellOptions, DecodeOptions, HeaderOptions {
  /**
   * The character between cells; a blank stands for any run of blanks. Default: that of comma, semicolon, tab and `|`
   * which divides the first lines most evenly.
   */
  readonly delimiter?: string;
}

/**
 * A table from comma-separated text (or another delimiter; see the options). Column types are found from the cells, and
 * the cells of a label column are kept as they were written. What cannot be read is an `InputError` with its line.
 *
 * @example parseCsv("length,species\n5.1,setosa\n4.9,virginica\n")
 */
export function parseCsv(input: string | Uint8Array, options: CsvOptions = {}): Table {
  const skip = skippedLines(options);
  const text = withoutLines(decodeText(input, options), skip);
  const delimiter = checkedDelimiter(options.delimiter) ?? detectDelimiter(text);
  const { header = true } = options;
  const limits = limitsOf(options);

  let names = headerNames(header);
  let bounds = new Int32Array(1024); // the start and the end of every cell, row by row
  let used = 0;
  const lines: number[] = [];
  const onRecord = (record: readonly number[], line: number): void => {
    if (names === undefined) {
      names = namesOrNumbers(header === true ? cellsOf(text, record) : new Array<string>(record.length / 2).fill(""));
      if (header === true) return;
    }
    if (record.length !== 2 * names.length) {
      const error = raggedRow(record.length / 2, names.length, line, delimiter);
      throw header === true ? withBeginning(error, text, skip) : error;
    }
    if (lines.length >= mostRows(limits, names.length)) {
      checkShape(limits, lines.length + 1, names.length, `Line ${line}`, { line });
    }
    if (used + record.length > bounds.length) bounds = enlarged(bounds, used + record.length);
    for (let k = 0; k < record.length; k++) bounds[used++] = record[k];
    lines.push(line);
  };
  splitRecords(text, delimiter, onRecord, 1 + skip, limits);
  if (names === undefined) throw new InputError("empty-table", "The text is empty: there is no line with a cell.");

  checkHeader(names, header);
  checkDeclaredTypes(names, options);
  const width = 2 * names.length;
  const columns = names.map((name, j) => {
    const texts: Texts = {
      length: lines.length,
      at: (row) => cellAt(text, bounds[row * width + 2 * j], bounds[row * width + 2 * j + 1]),
      plainNumberAt: (row) => readPlainNumber(text, bounds[row * width + 2 * j], bounds[row * width + 2 * j + 1]),
    };
    return columnFromTexts(name, texts, options, (row) => ({ line: lines[row], row: row + 1 }));
  });
  return tableOf(columns);
}

/** A table from tab-separated text. */
export function parseTsv(input: string | Uint8Array, options: Omit<CsvOptions, "delimiter"> = {}): Table {
  return parseCsv(input, { ...options, delimiter: "\t" });
}

/** The cells of a record. */
function cellsOf(text: string, bounds: readonly number[]): string[] {
  const cells = new Array<string>(bounds.length / 2);
  for (let j = 0; j < cells.length; j++) cells[j] = cellAt(text, bounds[2 * j], bounds[2 * j + 1]);
  return cells;
}

function enlarged(array: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(2 * array.length, least));
  larger.set(array);
  return larger;
}

/** The delimiter, if it can be one. */
function checkedDelimiter(delimiter: string | undefined): string | undefined {
  if (delimiter === undefined || (delimiter.length === 1 && !/["\r\n]/.test(delimiter))) return delimiter;
  throw new InputError(
    "invalid-option",
    `delimiter must be one character other than a quotation mark or a line end; got ${quote(String(delimiter))}.`,
  );
}

/** The error of a row with more or fewer cells than there are columns. */
function raggedRow(found: number, expected: number, line: number, delimiter: string): InputError {
  const hint =
    found > expected
      ? "Cells that contain the delimiter must stand in quotation marks."
      : "Is a cell missing, or another delimiter in use?";
  return new InputError(
    "ragged-row",
    `Line ${line} has ${found} ${found === 1 ? "cell" : "cells"}, but the table has ${expected} ` +
      `${expected === 1 ? "column" : "columns"} (delimiter ${quote(delimiter)}).`,
    { line },
    hint,
  );
}

/** With the way to read the table where it seems to begin below a title or a note. */
function withBeginning(error: InputError, text: string, skip: number): InputError {
  const begins = lineOfHeader(text, candidates);
  if (!begins) return error;
  const { line, cells, delimiter } = begins;
  return error.withRemedy(
    wording`The lines from ${skip + line} on have ${cells} cells each (delimiter ${quote(delimiter)}): if the table begins there, give ${option("skip", skip + line - 1)}.`,
  );
}

/** Longer pieces are taken in parts, so that what is left of one and the next fit into a string together. */
const longestPiece = 2 ** 24;

/** Delimited text by rows; see `parseCsv`. */
export const csvRows: Rows = (options, onRow) => {
  const { header = true } = options;
  const limits = limitsOf(options);
  let delimiter = checkedDelimiter(options.delimiter);
  let columns: readonly RowColumn[] = [];
  let rest = ""; // the text that has not been split yet
  let line = 1; // the line on which it begins
  let enough = 1; // splitting it again is worth while from this length
  let skipped = skippedLines(options); // lines that are still to be skipped

  const name = (names: readonly string[]): void => {
    checkHeader(names, header);
    columns = names.map((name) => ({ name }));
  };
  const given = headerNames(header);
  if (given !== undefined) name(given);

  /** Drops the lines before the table from the text so far; false while some may be to come. */
  const skip = (isAll: boolean): boolean => {
    let at = 0;
    for (; skipped > 0; skipped--) {
      const end = endOfLine(rest, at, isAll);
      if (end < 0) break;
      at = end;
      line++;
    }
    rest = rest.slice(at);
    if (skipped > 0 && rest.length > limits.lineLength) {
      checkLimit(limits, "lineLength", rest.length, `Line ${line}`, { line });
    }
    if (skipped > 0 && isAll) rest = "";
    return skipped === 0;
  };

  const split = (isAll: boolean): void => {
    if (skipped > 0 && !skip(isAll) && !isAll) return;
    if (delimiter === undefined && !isAll && rest.length < sampleLength) return;
    const between = (delimiter ??= detectDelimiter(rest));
    const text = rest;
    let done = 0;
    const onRecord = (bounds: readonly number[], first: number, end: number, nextLine: number): boolean => {
      // What ends with the text so far may go on in the next piece: a cell, a doubled quotation mark, CR and LF.
      if (!isAll && end >= text.length) return false;
      done = end;
      line = nextLine;
      const cells = cellsOf(text, bounds);
      if (columns.length === 0) {
        name(namesOrNumbers(header === true ? cells : new Array<string>(cells.length).fill("")));
        if (header === true) return true;
      }
      if (cells.length !== columns.length) throw raggedRow(cells.length, columns.length, first, between);
      onRow(cells, first);
      return true;
    };
    try {
      splitRecords(text, between, onRecord, line, limits);
    } catch (error) {
      const goesOn = error instanceof InputError && error.code === "unterminated-quote" && !isAll;
      if (!goesOn || text.length - done > limits.lineLength) throw error;
    }
    rest = text.slice(done);
    if (!isAll && rest.length > limits.lineLength) {
      checkLimit(limits, "lineLength", rest.length, `Line ${line}`, { line });
    }
    // A record that is not complete is split again when it is twice as long, or too long.
    enough = done === 0 ? Math.min(2 * rest.length, limits.lineLength + 1) : 1;
  };

  return {
    get columns() {
      return columns;
    },
    isComplete: true,
    read(piece) {
      for (let from = 0; from < piece.length; from += longestPiece) {
        rest += piece.slice(from, from + longestPiece);
        if (rest.length >= enough) split(false);
      }
    },
    end() {
      split(true);
    },
  };
};

/** Tab-separated text by rows. */
export const tsvRows: Rows = (options, onRow) => csvRows({ ...options, delimiter: "\t" }, onRow);

const candidates = [",", ";", "\t", "|"];

/** Only so many characters at the beginning of a text are looked at. */
const sampleLength = 100_000;
const sampleRecords = 20;

/**
 * The delimiter of a text: among comma, semicolon, tab and `|`, one that divides the first twenty records into equally
 * many cells goes before one that does not; then the one that gives the first record the most cells; then the earlier in
 * this list. A text that contains none of them has one column, and a comma will do.
 */
export function detectDelimiter(text: string): string {
  const sample = text.slice(0, sampleLength);
  let best = { delimiter: ",", even: false, cells: 1 };
  for (const delimiter of candidates) {
    const { even, cells } = divide(sample, delimiter);
    if (cells > 1 && (even === best.even ? cells > best.cells : even)) best = { delimiter, even, cells };
  }
  return best.delimiter;
}

function divide(sample: string, delimiter: string): { even: boolean; cells: number } {
  const counts: number[] = [];
  let even = true;
  try {
    splitRecords(sample, delimiter, (bounds) => {
      counts.push(bounds.length / 2);
      return counts.length < sampleRecords;
    });
  } catch {
    even = sample.length === sampleLength; // the end of the sample may cut through quotation marks
  }
  if (sample.length === sampleLength && counts.length > 1 && counts.length < sampleRecords) counts.pop(); // cut short
  return { even: even && counts.every((count) => count === counts[0]), cells: counts[0] ?? 1 };
}
