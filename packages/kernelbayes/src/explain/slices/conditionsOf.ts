import { isFewValued } from "../../encoding/learnCategory.ts";
import { numbersOf } from "../../encoding/numbersOf.ts";
import { quantileOfSorted } from "../../numeric/quantile.ts";
import { asText, type Column } from "../../table/column.ts";

/** A statement about one column that holds for some rows. */
export interface Condition {
  readonly column: string;
  /** For people: `age ≤ 34`, `kind = round`, `age is missing`. */
  readonly text: string;
  /** Of a range of numbers: above the one, up to the other. */
  readonly above?: number | undefined;
  readonly upTo?: number | undefined;
  /** Of a level. */
  readonly level?: string | undefined;
}

/** A condition with the rows that it holds for, ascending. */
export interface HeldCondition {
  readonly condition: Condition;
  readonly rows: Int32Array;
}

/**
 * Conditions on a column that hold for enough rows and not for nearly all: for numbers halves and quarters of the rows on either side, for texts,
 * dates and numbers of few values each value, and missing cells.
 */
export function conditionsOf(column: Column, fewest: number): HeldCondition[] {
  const { name } = column;
  const count = column.type === "number" ? column.values.length : column.codes.length;
  const held = (condition: Omit<Condition, "column">, holds: (row: number) => boolean): HeldCondition[] => {
    const rows = Int32Array.from({ length: count }, (_, i) => i).filter(holds);
    return rows.length >= fewest && count - rows.length >= fewest
      ? [{ condition: { column: name, ...condition }, rows }]
      : [];
  };
  const texts = asText(column);
  const missing = held({ text: `${name} is missing` }, (i) => texts[i] === undefined);
  if (column.type !== "number" || isFewValued(column)) {
    const levels = [...new Set(texts)].filter((level) => level !== undefined);
    return [
      ...levels.flatMap((level) => held({ text: `${name} = ${level}`, level }, (i) => texts[i] === level)),
      ...missing,
    ];
  }
  const values = numbersOf(column);
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  if (sorted.length === 0) return missing;
  const cuts = [...new Set([0.25, 0.5, 0.75].map((q) => Number(quantileOfSorted(sorted, q).toPrecision(6))))];
  return [
    ...cuts.flatMap((cut) => [
      ...held({ text: `${name} ≤ ${cut}`, upTo: cut }, (i) => values[i] <= cut),
      ...held({ text: `${name} > ${cut}`, above: cut }, (i) => values[i] > cut),
    ]),
    ...cuts
      .slice(1)
      .flatMap((cut, at) =>
        held(
          { text: `${name} in (${cuts[at]}, ${cut}]`, above: cuts[at], upTo: cut },
          (i) => values[i] > cuts[at] && values[i] <= cut,
        ),
      ),
    ...missing,
  ];
}

/** The rows that both conditions hold for; undefined for conditions on one column, or for too few rows. */
export function bothOf(one: HeldCondition, other: HeldCondition, fewest: number): Int32Array | undefined {
  if (one.condition.column === other.condition.column) return undefined;
  const rows = new Int32Array(Math.min(one.rows.length, other.rows.length));
  let count = 0;
  for (let i = 0, j = 0; i < one.rows.length && j < other.rows.length;) {
    const difference = one.rows[i] - other.rows[j];
    if (difference === 0) rows[count++] = one.rows[i];
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return count >= fewest ? rows.slice(0, count) : undefined;
}
