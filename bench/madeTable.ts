import { tableFromColumns, type Table } from "kernelbayes";
import { random, stream } from "kernelbayes/numeric";

/** A table that is drawn rather than read, by its name `made-ROWSxCOLUMNSxCLASSES`. */
export interface MadeTable {
  readonly rows: number;
  readonly columns: number;
  readonly classes: number;
  /** So many rows to learn from, and others of the same kind. */
  draw(): { readonly train: Table; readonly test: Table };
}

const testRows = 1000;

/** The table that a name describes; undefined where it describes none. */
export function madeTable(name: string): MadeTable | undefined {
  const found = /^made-(\d+)x(\d+)x(\d+)$/.exec(name);
  if (!found) return undefined;
  const [rows, columns, classes] = found.slice(1).map(Number);
  if (rows < 10 || columns < 3 || classes < 2) return undefined;
  return {
    rows,
    columns,
    classes,
    draw: () => ({ train: drawn(rows, columns, classes, 1), test: drawn(testRows, columns, classes, 2) }),
  };
}

/**
 * Normal columns. Each class has a score that bends with one column, mixes two others and is noisy; the highest wins. With more columns than classes the
 * last ones bring nothing.
 */
function drawn(rows: number, columns: number, classes: number, part: number): Table {
  const draws = stream(7, rows, columns, part);
  const values = Array.from({ length: columns }, () => Float64Array.from({ length: rows }, () => random.normal(draws)));
  const at = (column: number, row: number): number => values[column % columns][row];
  const labels = Array.from({ length: rows }, (_, i) => {
    const scores = Array.from(
      { length: classes },
      (_unused, c) => 2 * Math.sin(1.5 * at(c, i)) + at(c + 1, i) * at(c + 2, i) + random.normal(draws),
    );
    return `c${scores.indexOf(Math.max(...scores))}`;
  });
  return tableFromColumns({
    ...Object.fromEntries(values.map((column, j) => [`x${j + 1}`, column])),
    target: labels,
  });
}
