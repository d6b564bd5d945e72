import * as fc from "fast-check";
import type { Column } from "../../src/table/column.ts";
import { tableOf, type Table } from "../../src/table/table.ts";

/** A column of texts or dates, with codes in order of first appearance, and undefined for a missing cell. */
export function codedColumn(name: string, type: "text" | "date", texts: readonly (string | undefined)[]): Column {
  const levels = [...new Set(texts.filter((text) => text !== undefined))];
  return {
    name,
    type,
    levels,
    codes: Int32Array.from(texts, (text) => (text === undefined ? -1 : levels.indexOf(text))),
  };
}

const dates = ["2024-02-29", "1999-12-31T23:59", "2024-02-29T12:00:00.123Z", "2024-02-29 12:00:00+01:00"];

function columnOf(rows: number): fc.Arbitrary<(name: string) => Column> {
  const cells = <Cell>(cell: fc.Arbitrary<Cell>): fc.Arbitrary<(Cell | undefined)[]> =>
    fc.array(fc.option(cell, { nil: undefined, freq: 4 }), { minLength: rows, maxLength: rows });
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom("", " ", "NA", "1", "true", "\uFEFFbom", "a,b", "null"),
  );
  return fc.oneof(
    cells(fc.double()).map((values) => (name: string): Column => ({
      name,
      type: "number",
      values: Float64Array.from(values, (value) => value ?? NaN),
    })),
    cells(text).map(
      (texts) =>
        (name: string): Column =>
          codedColumn(name, "text", texts),
    ),
    cells(fc.constantFrom(...dates)).map(
      (texts) =>
        (name: string): Column =>
          codedColumn(name, "date", texts),
    ),
  );
}

/** Any table of the types that formats with types of their own can hold: any numbers, any well-formed texts, dates as written. */
export const anyTable: fc.Arbitrary<Table> = fc
  .tuple(fc.nat(8), fc.uniqueArray(fc.string({ unit: "binary", maxLength: 6 }), { minLength: 1, maxLength: 4 }))
  .chain(([rows, names]) =>
    fc
      .tuple(...names.map(() => columnOf(rows)))
      .map((columns) => tableOf(columns.map((column, j) => column(names[j])))),
  );

/** The tables are the same, cell for cell and bit for bit. */
export function bitsOfTable({ columns }: Table): unknown {
  return columns.map((column) =>
    column.type === "number"
      ? // All NaN are one missing cell.
        {
          ...column,
          values: Array.from(new BigUint64Array(column.values.map((x) => (Number.isNaN(x) ? NaN : x)).buffer)),
        }
      : column,
  );
}
