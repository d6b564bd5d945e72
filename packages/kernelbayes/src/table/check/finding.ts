import { optionInProgram, textOf, type NamedOption, type Wording } from "../../wording.ts";

/** What can be wrong with a table. Codes are stable. */
export type FindingCode =
  /** A column alone nearly determines the label. */
  | "leak"
  /** The labels are measurements, not classes. */
  | "continuous-target"
  /** Labels differ only by case or blanks. */
  | "label-spelling"
  /** Rows with equal cells have different labels. */
  | "contradicting-rows"
  /** Numbers with a decimal comma. */
  | "decimal-comma"
  /** Numbers with percent signs. */
  | "percent"
  /** A comma that may be a decimal sign or a thousands separator. */
  | "ambiguous-comma"
  | "thousands"
  | "unit"
  /** Bounds such as <0.05 among numbers. */
  | "bound"
  /** Texts such as n.d. that stand for a missing cell among numbers. */
  | "placeholder"
  /** Other texts among numbers. */
  | "text-among-numbers"
  /** Numbers such as -999 that stand for a missing cell. */
  | "sentinel"
  | "date-column"
  /** Whole numbers that name or count the rows. */
  | "numeric-identifier"
  /** A different text in every row. */
  | "identifier-column"
  /** More different texts than half the rows. */
  | "many-levels"
  | "constant-column"
  | "nearly-constant"
  /** A column that is a copy, a multiple or a recoding of another. */
  | "function-of-another";

/** Something in a table that somebody should know before a fit. Plain data. */
export interface Finding {
  readonly code: FindingCode;
  /** The column; absent where whole rows are meant. */
  readonly column?: string;
  /** The column that this one is a function of. */
  readonly other?: string;
  /** How many rows it concerns. */
  readonly count: number;
  /** The first of them, counted from 1, five at most. */
  readonly rows: readonly number[];
  /** A cell, as it was written. */
  readonly example?: string;
  /** What was found, in a sentence. */
  readonly problem: string;
  /** Whether the column was read anew, is left out of a fit, or stays as it is. */
  readonly action: "repaired" | "left-out" | "none";
  /** What was done, or what to do and with which option. */
  readonly remedy: Wording;
}

/** What was found and what to do, in sentences; `nameOption` names options as the reader gives them. Default: as a program does. */
export function findingText(
  { problem, remedy }: Finding,
  nameOption: (option: NamedOption) => string = optionInProgram,
): string {
  return `${problem} ${textOf(remedy, {}, nameOption)}`;
}

/** So many rows are listed. */
const listedRows = 5;

/** The number of rows that fulfil a condition, and the first of them. */
export function rowsWhere(rows: number, holds: (row: number) => boolean): Pick<Finding, "count" | "rows"> {
  const first: number[] = [];
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (!holds(row)) continue;
    count++;
    if (first.length < listedRows) first.push(row + 1);
  }
  return { count, rows: first };
}

/** "one row (17)", "4 rows (first: 3, 8, 9)". */
export function rowsText({ count, rows }: Pick<Finding, "count" | "rows">): string {
  return count === 1 ? `one row (row ${rows[0]})` : `${count} rows (first: ${rows.slice(0, 3).join(", ")})`;
}
