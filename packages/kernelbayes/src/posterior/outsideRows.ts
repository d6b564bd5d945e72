import type { ColumnProfile, NumberProfile } from "../encoding/columnProfile.ts";
import type { Encoding } from "../encoding/encoding.ts";
import { columnValues } from "../encoding/columnValues.ts";
import { levelsOf } from "../encoding/numbersOf.ts";
import type { Table } from "../table/table.ts";

/** What is unlike the training rows, row by row. */
export interface OutsideRows {
  /**
   * For each row the columns with a category that did not occur in training, or with a number or a date below the least or above the largest one of training.
   * Numbers are compared only where the document has profiles of its columns, which those of earlier versions lack.
   */
  readonly columns: readonly (readonly string[])[];
  /**
   * How far each row lies from the middle of the training rows: √ of the mean over columns of d², with d = |x − median| in deviations of the training rows (from
   * the outer deciles), and 3 for a category that did not occur. Usual rows have about 1; missing cells and known categories do not count. Undefined without
   * profiles.
   */
  readonly distance: Float64Array | undefined;
}

/** A new category counts as so many deviations. */
const newCategory = 3;

/** The outer deciles of a normal distribution lie so many deviations apart. */
const betweenDeciles = 2.5631;

/** Compares rows with what a fit has learned of its training rows. The columns have to be there. */
export function outsideRows(
  encoding: Encoding,
  profiles: readonly ColumnProfile[] | undefined,
  table: Table,
): OutsideRows {
  const columns: string[][] = Array.from({ length: table.rows }, () => []);
  const squares = new Float64Array(table.rows);
  const counted = new Float64Array(table.rows);
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  encoding.columns.forEach((encoded, at) => {
    const column = byName.get(encoded.name)!;
    const profile = profiles?.[at];
    if (encoded.kind === "category") {
      const known = new Set<string>([...encoded.levels, ...(encoded.rareLevels ?? [])]);
      levelsOf(column, encoded.numeric).forEach((level, row) => {
        if (level === undefined || known.has(level)) return;
        columns[row].push(encoded.name);
        squares[row] += newCategory ** 2;
        counted[row]++;
      });
    } else if (profile?.kind === "number") {
      const { quantiles } = profile;
      const [least, largest] = [quantiles[0], quantiles[quantiles.length - 1]];
      const deviation = deviationOf(profile);
      const values = columnValues(encoded, column);
      values.forEach((value, row) => {
        if (Number.isNaN(value)) return;
        if (value < least || value > largest) columns[row].push(encoded.name);
        if (deviation === 0) return;
        squares[row] += ((value - quantiles[(quantiles.length - 1) / 2]) / deviation) ** 2;
        counted[row]++;
      });
    }
  });
  return {
    columns,
    distance: profiles && squares.map((sum, row) => (counted[row] === 0 ? 0 : Math.sqrt(sum / counted[row]))),
  };
}

/** From the outer deciles, or from the whole range where most values are equal; 0 where all are. */
function deviationOf({ quantiles }: NumberProfile): number {
  const inner = (quantiles[quantiles.length - 2] - quantiles[1]) / betweenDeciles;
  return inner > 0 ? inner : (quantiles[quantiles.length - 1] - quantiles[0]) / Math.sqrt(12);
}
