import type { CellValue, ColumnDomain } from "../columnDomain.ts";

/**
 * Cells of a column at which an effect is looked at: of numbers and dates so many that occur, evenly among all from the 2.5 % to the 97.5 %
 * quantile, or each one where there are no more; of a category all levels that occur.
 */
export function gridOf(domain: ColumnDomain, cells: readonly CellValue[], points: number): CellValue[] {
  const present = cells.filter((cell) => cell !== undefined);
  if (domain.kind === "category") {
    const seen = new Set(present);
    return domain.levels.filter((level) => seen.has(level));
  }
  const values = present.map(Number).toSorted((a, b) => a - b);
  const distinct = [...new Set(values)];
  if (distinct.length <= points) return distinct;
  const last = values.length - 1;
  const at = (k: number): number => Math.round(last * (0.025 + (0.95 * k) / (points - 1)));
  return [...new Set(Array.from({ length: points }, (_, k) => values[at(k)]))];
}
