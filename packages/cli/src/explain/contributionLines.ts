import { type Table } from "kernelbayes";
import { asText, columnNamed } from "kernelbayes/table";
import { rateText, textTable } from "@kernelbayes/report";
import type { ShapleyOutput, ShapleyValues } from "kernelbayes/explain";
import { bar, signedBar } from "./bars.ts";
import { plain, signed } from "./numberText.ts";

/** Columns that are listed for a row; the rest is one line. */
const shownColumns = 12;
/** Cells of a bar on either side. */
const cells = 14;

/** What is explained, in a sentence. */
export function methodSentence({ method, absent, scale, backgroundRows, columns }: ShapleyValues): string {
  const what = scale === "log-odds" ? "the log odds of the class" : "the latent output of the class";
  const how =
    absent === "removed"
      ? "columns that are absent are left out of the kernel, or of the sum"
      : `absent columns take their values from ${backgroundRows} background rows`;
  const exact =
    method === "exact"
      ? "exact"
      : method === "enumerated"
        ? `exact, by all sets of the ${columns.length} columns`
        : "sampled, with standard errors";
  return `Shapley values of ${what}, ${exact}; ${how}.`;
}

/** The output that is shown of a row: that of a class, or of the one that is decided for; the strongest where pairs have machines. */
export function outputOf({ outputs }: ShapleyValues, label: string): ShapleyOutput {
  return outputs.find((output) => output.class === label) ?? outputs[outputs.length - 1];
}

/** The contributions to one output of one row, the largest first, as bars. */
export function contributionLines(values: ShapleyValues, output: ShapleyOutput, row: number, table: Table): string[] {
  const P = values.columns.length;
  const of = (matrix: { data: Float64Array } | undefined, j: number): number | undefined => matrix?.data[row * P + j];
  const order = values.columns
    .map((name, j) => ({
      name,
      value: of(output.contributions, j)!,
      spread: of(output.deviations ?? output.errors, j),
    }))
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const largest = Math.max(Math.abs(order[0]?.value ?? 0), 1e-300);
  // All with the decimal places of three digits of the largest.
  const places = Math.max(0, Math.min(9, 2 - Math.floor(Math.log10(Math.max(largest, Math.abs(output.totals[row]))))));
  const text = (value: number): string => signed(value, places);
  const shown = order.slice(0, shownColumns);
  const rest = order.slice(shownColumns).reduce((sum, { value }) => sum + value, 0);
  const lines = shown.map(({ name, value, spread }) => ({
    column: `${name} = ${cellText(table, name, row)}`,
    bar: signedBar(value / largest, cells),
    value: text(value),
    spread: spread === undefined ? "" : spreadText(spread, places),
  }));
  if (order.length > shownColumns) {
    lines.push({
      column: `${order.length - shownColumns} other columns`,
      bar: signedBar(rest / largest, cells),
      value: text(rest),
      spread: "",
    });
  }
  const all = [
    { column: "base", bar: " ".repeat(2 * cells + 1), value: text(output.base), spread: "" },
    ...lines,
    { column: "total", bar: " ".repeat(2 * cells + 1), value: text(output.totals[row]), spread: "" },
  ];
  const wide = Math.min(40, Math.max(...all.map(({ column }) => column.length)));
  const width = Math.max(...all.map(({ value }) => value.length));
  return all.map(({ column, bar: drawn, value, spread }) =>
    `  ${clipped(column, wide).padEnd(wide)}  ${drawn}  ${value.padStart(width)}  ${spread}`.trimEnd(),
  );
}

/** What a row is, and what is said of it. */
export function rowTitle(
  title: string,
  { label, probability, output, scale }: { label: string; probability: number; output: ShapleyOutput; scale: string },
): string {
  const against = output.against === undefined ? "the others" : output.against;
  const what = scale === "log-odds" ? "log odds" : "latent output";
  return `${title}: ${label}, probability ${rateText(probability)}; ${what} of ${output.class} against ${against}`;
}

/** The mean absolute contribution of each column over all rows, as bars. */
export function importanceLines(values: ShapleyValues): string {
  const P = values.columns.length;
  const means = values.columns.map((column, j) => {
    let [size, sum, count] = [0, 0, 0];
    // Of two classes the second stands for both.
    const outputs = values.outputs.length === 2 ? values.outputs.slice(1) : values.outputs;
    for (const { contributions } of outputs) {
      for (let row = 0; row < values.rows; row++) {
        size += Math.abs(contributions.data[row * P + j]);
        sum += contributions.data[row * P + j];
        count++;
      }
    }
    return { column, size: size / count, sum: sum / count };
  });
  const order = means.toSorted((a, b) => b.size - a.size);
  const shown = order.slice(0, 20);
  const lines = shown.map(({ column, size }) => ({
    column: clipped(column, 40),
    "mean |contribution|": plain(size),
    "": bar(size / Math.max(order[0].size, 1e-300), 30),
  }));
  const left = order.length - shown.length;
  return `${textTable(lines)}${left > 0 ? `\n(${left} columns with smaller contributions are not shown)` : ""}`;
}

/** The cell of a row as it was written. */
function cellText(table: Table, name: string, row: number): string {
  return asText(columnNamed(table, name))[row] ?? "(missing)";
}

export function clipped(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

/** A deviation with so many decimal places, or that it is smaller than these can show. */
function spreadText(spread: number, places: number): string {
  const least = 10 ** -places;
  return spread < least / 2 ? `± < ${least.toFixed(places)}` : `± ${spread.toFixed(places)}`;
}
