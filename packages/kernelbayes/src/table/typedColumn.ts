import { InputError } from "../errors.ts";
import { option, thatRow, wording } from "../wording.ts";
import type { Column } from "./column.ts";
import { columnFromTexts, declaredType, textsOf, type CellOptions } from "./columnFromTexts.ts";
import { checkLevels } from "./limits.ts";
import { quote } from "./quote.ts";

/**
 * The cells of a column of a file that knows types of its own; null and undefined are missing.
 *
 * - `number`: numbers, and whole numbers that may be too large for one as `bigint`; or decimals as texts;
 * - `text`: any texts, also empty ones;
 * - `date`: ISO 8601 texts.
 */
export interface TypedCells {
  readonly type: "number" | "text" | "date";
  readonly cells: ArrayLike<number | bigint | string | null | undefined>;
}

/**
 * A column from cells whose type the file declares: a text stays a text, even if all of them read as numbers, and only what
 * the file says to be missing is, unless the caller gives `missing`. The type that the caller declares goes before the file's.
 * `before` is the number of rows before these, for messages.
 */
export function typedColumn(name: string, { type, cells }: TypedCells, options: CellOptions, before: number): Column {
  const declared = declaredType(name, options);
  const missing = new Set(options.missing);
  if (type !== "number" && declared === "number") {
    const texts = Array.from(cells, (cell) => (isMissing(cell, missing) ? "" : String(cell)));
    return columnFromTexts(name, textsOf(texts), options, (row) => ({ row: before + row + 1 }));
  }
  if (type !== "number" || declared === "text") {
    return { name, type: declared ?? type, ...codesOf(name, cells, missing) } as Column;
  }
  const values = new Float64Array(cells.length);
  for (let row = 0; row < values.length; row++) {
    const cell = cells[row];
    values[row] = isMissing(cell, missing) ? NaN : Number(cell);
    if (
      typeof cell === "bigint" &&
      declared === undefined &&
      !Number.isSafeInteger(values[row]) &&
      values[row] === values[row]
    ) {
      throw tooLarge(name, cell, before + row + 1);
    }
  }
  return { name, type: "number", values };
}

function isMissing(cell: TypedCells["cells"][number], missing: ReadonlySet<string>): boolean {
  return cell === null || cell === undefined || (missing.size > 0 && missing.has(String(cell)));
}

/** Each cell as the place of its text among the different ones, in order of first appearance; a missing one is −1. */
function codesOf(
  name: string,
  cells: TypedCells["cells"],
  missing: ReadonlySet<string>,
): { codes: Int32Array; levels: string[] } {
  const numbers = new Map<unknown, number>();
  const levels: string[] = [];
  const codes = new Int32Array(cells.length);
  for (let row = 0; row < codes.length; row++) {
    const cell = cells[row];
    const text = isMissing(cell, missing) || Number.isNaN(cell) ? undefined : String(cell);
    let code = text === undefined ? -1 : numbers.get(text);
    if (code === undefined) {
      checkLevels(numbers.size + 1, name);
      numbers.set(text, (code = levels.push(text ?? "") - 1));
    }
    codes[row] = code;
  }
  return { codes, levels };
}

function tooLarge(name: string, cell: bigint, row: number): InputError {
  return new InputError(
    "inexact-integer",
    wording`Row ${thatRow}, column ${quote(name)}: the integer ${String(cell)} is too large to be a number without rounding.`,
    { row, column: name },
    wording`Declare the column, ${option("types", { [name]: "text" })} for an identifier, or "number" to have it rounded.`,
  );
}
