import type { Column } from "../table/column.ts";

/**
 * Whether a number column could as well be a category: whole numbers with 3 to 8 different values. (With two values both
 * views are the same.)
 */
export function isFewValued(column: Column): boolean {
  if (column.type !== "number") return false;
  const different = new Set<number>();
  for (const value of column.values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || different.size > 8) return false;
    different.add(value);
  }
  return different.size >= 3 && different.size <= 8;
}
