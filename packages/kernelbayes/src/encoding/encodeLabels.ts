import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { asText } from "../table/column.ts";
import { quote, listed } from "../table/quote.ts";
import { columnNamed, type Table } from "../table/table.ts";
import { compareLevels } from "./learnCategory.ts";
import { numbersOf } from "./numbersOf.ts";

/** The label column as class numbers. */
export interface Labels {
  /** The class of each row, a place in `names`. */
  readonly classes: Int32Array;
  /** The labels as they were written: numbers by value, then texts by their character codes, whatever the order of rows. */
  readonly names: readonly string[];
}

const mostClasses = 1000;

/**
 * The classes of the given rows (all by default). Labels are texts, exactly as they were written: "01" and "1" are two
 * labels. A missing label, fewer than two classes, a class for every row and more than 1000 classes are refused.
 */
export function encodeLabels(table: Table, target: string, rows?: ArrayLike<number>): Labels {
  const texts = asText(columnNamed(table, target));
  const labels = (rows === undefined ? texts.map((_, row) => row) : Array.from(rows)).map((row) => {
    const label = texts[row];
    if (label !== undefined) return label;
    throw new InputError(
      "missing-label",
      wording`Column ${quote(target)} has no label in row ${thatRow}.`,
      { row: row + 1, column: target },
      "Fill it or leave the row out of the training.",
    );
  });
  const names = [...new Set(labels)].toSorted(compareLevels);
  checkClasses(names, labels.length, target);
  const numbers = new Map(names.map((name, number) => [name, number]));
  return { classes: Int32Array.from(labels, (label) => numbers.get(label) as number), names };
}

/** Refuses labels that are no classes. */
export function checkClasses(names: readonly string[], rows: number, target: string): void {
  const column = { column: target };
  if (names.length < 2) {
    const found = rows === 0 ? "there are no rows" : `every row has the label ${quote(names[0])}`;
    throw new InputError(
      rows === 0 ? "no-rows" : "one-class",
      `Column ${quote(target)} must hold at least two classes; ${found}.`,
      column,
    );
  }
  if (names.length === rows && rows > 2) {
    throw new InputError(
      "label-per-row",
      `Column ${quote(target)} has a different label in every one of the ${rows} rows (${listed(names, 3)}).`,
      column,
      "Is it an identifier or a measurement? A class needs several rows.",
    );
  }
  if (names.length > mostClasses) {
    throw new InputError(
      "too-many-classes",
      `Column ${quote(target)} has ${names.length} different labels (${listed(names, 3)}); at most ${mostClasses} ` +
        "classes are supported.",
      column,
      "A measurement must be cut into classes first.",
    );
  }
}

/** The groups in a column as numbers 0, 1, … in order of first appearance: rows of one group belong together. */
export function groupCodes(table: Table, name: string): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(asText(columnNamed(table, name)), (text, row) => {
    if (text === undefined) {
      throw new InputError(
        "missing-group",
        wording`Column ${quote(name)} has no group in row ${thatRow}.`,
        {
          row: row + 1,
          column: name,
        },
        "Fill it.",
      );
    }
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
}

/** The row weights in a column: finite numbers of at least 0, not all 0. A row of weight w counts as w rows. */
export function columnWeights(table: Table, name: string): Float64Array {
  const weights = weightsInPart(table, name);
  if (!weights.some((weight) => weight > 0)) {
    throw new InputError("no-weight", `Column ${quote(name)} gives no row a weight above 0.`, { column: name });
  }
  return weights;
}

/** The row weights in a part of a table, which may all be 0. */
export function weightsInPart(table: Table, name: string): Float64Array {
  const weights = numbersOf(columnNamed(table, name));
  const row = weights.findIndex((weight) => !(weight >= 0));
  if (row >= 0) {
    throw new InputError(
      "invalid-weight",
      wording`Column ${quote(name)} has ${Number.isNaN(weights[row]) ? "no weight" : `the weight ${weights[row]}`} in row ${thatRow}; row weights must be numbers of at least 0.`,
      { row: row + 1, column: name },
    );
  }
  return weights;
}
