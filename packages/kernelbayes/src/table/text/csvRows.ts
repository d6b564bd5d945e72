import { InputError } from "../../errors.ts";
import { detectDelimiter, sampleLength } from "./detectDelimiter.ts";
import type { RowColumn, Rows } from "../format.ts";
import { checkLimit, limitsOf } from "../limits.ts";
import { cellsOf, checkedDelimiter, checkHeader, namesGiven, namesOrNumbers, raggedRow } from "./parseCsv.ts";
import { splitRecords } from "./splitRecords.ts";

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

  const name = (names: readonly string[]): void => {
    checkHeader(names, header);
    columns = names.map((name) => ({ name }));
  };
  const given = namesGiven(header);
  if (given !== undefined) name(given);

  const split = (isAll: boolean): void => {
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
