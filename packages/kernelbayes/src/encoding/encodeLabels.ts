import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { asText } from "../table/column.ts";
import { quote, listed } from "../table/quote.ts";
import { columnNamed, type Table } from "../table/table.ts";
import { compareLevels } from "./compareLevels.ts";

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

function checkClasses(names: readonly string[], rows: number, target: string): void {
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
