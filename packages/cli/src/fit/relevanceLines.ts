import type { PermutationRelevance } from "kernelbayes";

/** So many columns are told. */
const shown = 5;

/** The columns that matter most, in a sentence or two. */
export function relevanceLines({ columns }: PermutationRelevance, used: number, isHeldOut: boolean): string[] {
  const rows = isHeldOut ? "held-out rows" : "training rows";
  const sorted = columns.toSorted((a, b) => b.mean - a.mean);
  const clear = sorted.filter(({ mean, deviation }) => mean > 2 * deviation && mean > 1e-4);
  if (clear.length === 0) {
    return ["Columns that matter: none stands out; shuffling any one of them hardly changes the predictions."];
  }
  const names = clear.slice(0, shown).map(({ column, mean }) => `${column} ${mean.toPrecision(2)}`);
  const among =
    columns.length < used
      ? ` Of ${used} columns the ${columns.length} that differ most between the classes were tried.`
      : "";
  return [
    `Columns that matter: ${names.join(", ")}${clear.length > shown ? ", …" : ""} (rise of the log loss of ${rows} when the column is shuffled).${among}`,
  ];
}
