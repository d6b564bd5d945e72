import type { ColumnRelevance } from "kernelbayes/evaluate";

/** So many columns are listed. */
const shown = 5;

/** The columns that matter most on rows that the fits had not seen, in a sentence or two. */
export function relevanceLines(columns: readonly ColumnRelevance[], used: number): string[] {
  const clear = columns.filter(({ lower }) => lower > 0).toSorted((a, b) => b.mean - a.mean);
  const among =
    columns.length < used
      ? ` Of ${used} columns the ${columns.length} that differ most between the classes were tried.`
      : "";
  if (clear.length === 0) {
    return [
      `Columns that matter: none can be singled out; without any one of them rows are predicted about as well.${among}`,
    ];
  }
  const names = clear
    .slice(0, shown)
    .map(({ column, mean, lower, upper }) => `${column} ${digits(mean)} (${digits(lower)} to ${digits(upper)})`);
  return [
    `Columns that matter: ${names.join(", ")}${clear.length > shown ? `, and ${clear.length - shown} more` : ""}: ` +
      `the rise of the log loss of unseen rows without the column, with its 95 % interval.${among}`,
  ];
}

function digits(value: number): string {
  return value.toPrecision(2);
}
