/**
 * Rows as an aligned table for a terminal or a log: numbers to the right, words to the left. All rows have the same
 * columns; an empty list gives an empty text.
 *
 * @example textTable([{ model: "lda", error: 0.02 }, { model: "qda", error: 0.03 }])
 */
export function textTable(rows: readonly Readonly<Record<string, string | number>>[]): string {
  if (rows.length === 0) return "";
  const names = Object.keys(rows[0]);
  const columns = names.map((name) => {
    const cells = rows.map((row) => String(row[name]));
    const width = Math.max(name.length, ...cells.map((cell) => cell.length));
    const isNumeric = rows.some((row) => typeof row[name] === "number" || /^[-+]?\d/.test(String(row[name])));
    const align = (text: string): string => (isNumeric ? text.padStart(width) : text.padEnd(width));
    return [align(name), "-".repeat(width), ...cells.map(align)];
  });
  return columns[0]
    .map((_, line) =>
      columns
        .map((column) => column[line])
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
