import type { CellOptions } from "../columnFromTexts.ts";
import type { DecodeOptions } from "./decodeText.ts";
import { parseByRows } from "./parseByRows.ts";
import type { Table } from "../table.ts";
import { InputError, type Place } from "../../errors.ts";
import type { Cell } from "../columnFromCells.ts";
import type { OnRow, RowColumn, RowReader } from "../format.ts";
import { checkLimit, limitsOf } from "../limits.ts";
import { lineReader } from "./lineReader.ts";
import { quote } from "../quote.ts";

/** How LIBSVM text is read. Missing are `nan` and `NaN`, unless `missing` lists others. */
export interface LibsvmOptions extends CellOptions, DecodeOptions {
  /**
   * The number of features, so that a file whose last columns happen to be all zero has the columns of another. Default:
   * the largest index that occurs.
   */
  readonly features?: number;
}

/**
 * A table from the text format of LIBSVM and SVMlight: a row a line, first its label, then pairs of index and value, the
 * indices ascending from 1; what follows a # is a comment.
 *
 *     +1 1:0.7 3:-2    # the second feature is 0
 *
 * The columns are `label`, a text column of labels as they are written, and `x1`, `x2`, …, in which an index that a row lacks is 0.
 * The table holds all zeros: indices beyond 100 000 are refused, unless `features` allows them.
 *
 * @example parseLibsvm("+1 1:0.7 3:-2\\n-1 2:1\\n", { features: 4 })
 */
export function parseLibsvm(input: string | Uint8Array, options: LibsvmOptions = {}): Table {
  return parseByRows(libsvmRows, input, options);
}

/** The name of the column of labels. */
export const labelName = "label";

/**
 * Larger indices are refused where the caller does not give the number of features: a table has all columns, also those in
 * between, so that a few bytes would ask for millions of cells.
 */
const mostFound = 100_000;

/** The rows of a LIBSVM text; see `parseLibsvm`. */
export function libsvmRows({ features, ...options }: LibsvmOptions, onRow: OnRow): RowReader {
  const limits = limitsOf(options);
  checkFeatures(features, limits.columns - 1); // beside the label
  const most = features ?? Math.min(mostFound, limits.columns - 1);
  const columns: RowColumn[] = [];
  const grow = (index: number): void => {
    if (columns.length === 0) columns.push({ name: labelName, type: "text" });
    while (columns.length <= index) columns.push({ name: `x${columns.length}`, type: "number" });
  };
  if (features !== undefined) grow(features);
  let row = 0;

  const lines = lineReader(limits, (content, line) => {
    const comment = content.indexOf("#");
    const tokens = wordsOf(content, comment < 0 ? content.length : comment, (found) =>
      checkLimit(limits, "columns", found, `Line ${line}`, { line }),
    );
    if (tokens.length === 0) return;
    const cells = cellsOf(tokens, { line, row: ++row }, most, features);
    grow(cells.length - 1);
    onRow(cells, line);
  });

  return {
    columns,
    isComplete: features !== undefined,
    absent: 0,
    missing: ["nan", "NaN"],
    read: lines.read,
    end: lines.end,
  };
}

/** The label and the features of a row; what is between them is left out of the array. */
function cellsOf(tokens: readonly string[], place: Place, most: number, features: number | undefined): Cell[] {
  const fail = (code: string, problem: string): never => {
    throw new InputError(code, `Line ${place.line}: ${problem}`, place);
  };
  const [label] = tokens;
  if (label.includes(":")) {
    fail("malformed-libsvm", `a row begins with its label; found ${quote(label)}. Write 0 where it is not known.`);
  }
  const cells: Cell[] = [label];
  for (let k = 1; k < tokens.length; k++) {
    const token = tokens[k];
    const colon = token.indexOf(":");
    const digits = token.slice(0, colon);
    if (digits === "qid") {
      fail("unsupported-libsvm", "groups of a ranking (qid) are not read. Leave them out, or give them as a feature.");
    }
    if (!/^\d+$/.test(digits) || colon + 1 === token.length) {
      fail("malformed-libsvm", `behind its label a row has pairs such as 3:0.5; found ${quote(token)}.`);
    }
    const index = Number(digits);
    if (index === 0) fail("malformed-libsvm", "indices count from 1; found 0. Add 1 to all indices of the file.");
    if (index < cells.length) {
      fail("malformed-libsvm", `indices must ascend; ${index} comes behind ${cells.length - 1}.`);
    }
    if (index > most) {
      if (features !== undefined) fail("too-many-features", `index ${index} is beyond \`features: ${features}\`.`);
      fail(
        "too-sparse",
        `index ${quote(digits)} asks for more than ${most} columns. Number the features without gaps, ` +
          `or give their number, \`features\`, if there are so many.`,
      );
    }
    cells[index] = token.slice(colon + 1);
  }
  return cells;
}

/** The words of a line before `end`, divided by blanks. Each is announced by its number before there is memory for it. */
function wordsOf(line: string, end: number, announce: (count: number) => void): string[] {
  const words: string[] = [];
  for (let at = 0; at < end; at++) {
    const start = at;
    while (at < end && line.charCodeAt(at) !== blank && line.charCodeAt(at) !== tab) at++;
    if (at === start) continue;
    announce(words.length + 1);
    words.push(line.slice(start, at));
  }
  return words;
}

const tab = 9;
const blank = 32;

function checkFeatures(features: unknown, mostFeatures: number): void {
  if (
    features === undefined ||
    (Number.isInteger(features) && (features as number) >= 0 && (features as number) <= mostFeatures)
  )
    return;
  throw new InputError(
    "invalid-option",
    `features must be a whole number from 0 to ${mostFeatures}; got ${String(features)}.`,
  );
}
