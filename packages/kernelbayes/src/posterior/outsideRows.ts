import type { NumberProfile } from "../encoding/columnProfile.ts";
import type { Levels } from "../encoding/columnEncoder.ts";

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

/** What is known of rows when some of their columns have been compared with those of the training rows. */
export interface OutsideSums {
  readonly columns: string[][];
  /** Σ d² over the columns that count. */
  readonly squares: Float64Array;
  /** How many columns count. */
  readonly counted: Float64Array;
}

/** Rows of which no column has been compared. */
export function outsideSums(rows: number): OutsideSums {
  const columns = new Array<string[]>(rows);
  for (let row = 0; row < rows; row++) columns[row] = [];
  return { columns, squares: new Float64Array(rows), counted: new Float64Array(rows) };
}

/** Compares the numbers of a column with those of the training rows. */
export function numberComparison(profile: NumberProfile): (values: Float64Array, sums: OutsideSums) => void {
  const { name, quantiles } = profile;
  const [least, largest] = [quantiles[0], quantiles[quantiles.length - 1]];
  const median = quantiles[(quantiles.length - 1) / 2];
  const deviation = deviationOf(profile);
  return (values, { columns, squares, counted }) => {
    for (let row = 0; row < columns.length; row++) {
      const value = values[row];
      if (Number.isNaN(value)) continue;
      if (value < least || value > largest) columns[row].push(name);
      if (deviation === 0) continue;
      squares[row] += ((value - median) / deviation) ** 2;
      counted[row]++;
    }
  };
}

/** Compares the levels of a category with those that occurred in training. */
export function levelComparison(
  name: string,
  known: Pick<ReadonlyMap<string, unknown>, "has">,
): (levels: Levels, sums: OutsideSums) => void {
  return (levels, { columns, squares, counted }) => {
    for (let row = 0; row < columns.length; row++) {
      const level = levels[row];
      if (level === undefined || known.has(level)) continue;
      columns[row].push(name);
      squares[row] += newCategory ** 2;
      counted[row]++;
    }
  };
}

/** What is unlike the training rows when all columns have been compared; there are distances where there are profiles. */
export function outsideRows({ columns, squares, counted }: OutsideSums, hasProfiles: boolean): OutsideRows {
  if (!hasProfiles) return { columns, distance: undefined };
  for (let row = 0; row < squares.length; row++) {
    squares[row] = counted[row] === 0 ? 0 : Math.sqrt(squares[row] / counted[row]);
  }
  return { columns, distance: squares };
}

/** From the outer deciles, or from the whole range where most values are equal; 0 where all are. */
function deviationOf({ quantiles }: NumberProfile): number {
  const inner = (quantiles[quantiles.length - 2] - quantiles[1]) / betweenDeciles;
  return inner > 0 ? inner : (quantiles[quantiles.length - 1] - quantiles[0]) / Math.sqrt(12);
}
