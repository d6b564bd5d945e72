/** In a shorter column different texts are no sign. */
const fewestLevels = 10;

/** Whether texts are mostly unique, as in an identifier or a free text: a fit leaves such a column out, as new rows have texts of their own. */
export function mostlyUnique(levels: number, rows: number): boolean {
  return levels >= fewestLevels && 2 * levels > rows;
}
