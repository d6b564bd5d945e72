import { mostErrors, type Agreement, type Printed } from "./agreement.ts";

/** Rows as a table of Markdown; the first column to the left, all others to the right. All rows have the same columns. */
export function markdownTable(rows: readonly Readonly<Record<string, string | number>>[]): string {
  if (rows.length === 0) return "";
  const names = Object.keys(rows[0]);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(names),
    line(names.map((_, column) => (column === 0 ? "---" : "--:"))),
    ...rows.map((row) => line(names.map((name) => String(row[name]).replaceAll("|", "\\|")))),
  ].join("\n");
}

/** The cells that show our figure beside a printed one. */
export function agreementCells(printed: Printed, found: Agreement): Record<string, string> {
  const digits = Math.max(0, -Math.floor(Math.log10(printed.digit) + 1e-9));
  const { mean, deviation, runs, difference, inErrors, verdict } = found;
  return {
    printed: spreadText(printed.mean, printed.deviation, digits),
    ours: runs === 0 ? "" : spreadText(mean, deviation, digits),
    runs: String(runs),
    difference: signed(difference, digits),
    "in standard errors": signed(inErrors, 1),
    verdict: verdict === "worse" || verdict === "better" ? `**${verdict}**` : verdict,
  };
}

/** What the cells mean; once a page. */
export const explanation: string =
  "Printed and ours are mean ± standard deviation over runs. *In standard errors* is the difference of the means over the " +
  "combined standard error, from the deviations of both pooled and the rounding in print; within " +
  `${mostErrors} of them the figures *agree*, beyond that ours is *better* or *worse*. Partitions share rows, so that the true ` +
  "error of a difference is somewhat larger than this.";

/** A mean with its deviation, if there is one. */
export function spreadText(mean: number, deviation: number | undefined, digits: number): string {
  const hasDeviation = deviation !== undefined && Number.isFinite(deviation);
  return hasDeviation ? `${mean.toFixed(digits)} ± ${deviation.toFixed(digits)}` : mean.toFixed(digits);
}

function signed(value: number, digits: number): string {
  if (Number.isNaN(value)) return "";
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** A figure of a page, with what it shows. */
export function figureText(file: string, caption: string): string {
  return `![${caption}](${file})\n\n*${caption}*`;
}
