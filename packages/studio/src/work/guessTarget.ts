import { type Column, type Table } from "kernelbayes";
import { asText } from "kernelbayes/table";

const usualNames =
  /^(class|label|labels|target|outcome|diagnosis|species|type|group|result|status|category|y|response|survived|answer|quality)$/i;
const mostClasses = 20;

/** The column that is most likely the label: by its name, else the last one with few different values. */
export function guessTarget({ columns, rows }: Table): string | undefined {
  const candidates = columns.filter((column) => isLabelLike(column, rows));
  const named = candidates.find(({ name }) => usualNames.test(name.trim()));
  const texts = candidates.filter(({ type }) => type === "text");
  return (named ?? texts.at(-1) ?? candidates.at(-1))?.name;
}

function isLabelLike(column: Column, rows: number): boolean {
  if (column.type === "date") return false;
  const different =
    column.type === "text" ? column.levels.length : new Set(asText(column).filter((text) => text !== undefined)).size;
  return different >= 2 && different <= mostClasses && different <= rows / 2;
}
