import type { Drift } from "kernelbayes/evaluate";

/** Most columns that are named. */
const most = 8;

/** Whether the rows are like those of the fit, in one or two sentences. */
export function driftLines({ rows, columns, together }: Drift): string {
  const moved = columns
    .filter(({ shift }) => shift !== "none")
    .toSorted((a, b) => b.index - b.chance - (a.index - a.chance));
  const named = moved
    .slice(0, most)
    .map(({ name, shift, index, chance }) => `${name} (${shift}, ${(index - chance).toFixed(2)})`);
  const others = moved.length > most ? ` and ${moved.length - most} more` : "";
  const count = `${columns.length} ${columns.length === 1 ? "column" : "columns"}`;
  const each =
    moved.length === 0
      ? `Drift: none of ${count} has moved from the training rows by more than chance does in ${rows} rows.`
      : `Drift: ${moved.length} of ${count} moved from the training rows: ${named.join(", ")}${others}. The figures are stability indices beyond chance: 0.1 is moderate, 0.25 large.`;
  return together === undefined
    ? each
    : `${each}\nAll columns together (kernel two-sample test): ${pText(together.pValue)}.`;
}

function pText(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
