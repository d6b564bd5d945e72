import { InputError } from "../../errors.ts";
import type { Cell } from "../columnFromCells.ts";
import type { OnRow, RowColumn, RowReader } from "../format.ts";
import { checkLimit, limitsOf } from "../limits.ts";
import { lineReader } from "./lineReader.ts";
import type { LibsvmOptions } from "./parseLibsvm.ts";
import { quote } from "../quote.ts";

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
    const place = { line, row: ++row };
    const fail = (code: string, problem: string): never => {
      throw new InputError(code, `Line ${line}: ${problem}`, place);
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
        fail(
          "unsupported-libsvm",
          "groups of a ranking (qid) are not read. Leave them out, or give them as a feature.",
        );
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
