import { rateText, textTable } from "@kernelbayes/report";
import type { Counterfactuals, NeighbourOutput } from "kernelbayes/explain";
import { bar } from "./bars.ts";
import { clipped } from "./contributionLines.ts";
import { plain, signed } from "./numberText.ts";

/** The smallest changes of a row, in lines. */
export function counterfactualLines(
  { found, isReached, label, target, classes, columns }: Counterfactuals,
  goal: { readonly probability?: number },
): string[] {
  const wanted = target === undefined ? `another decision than ${label}` : target;
  const reach = goal.probability === undefined ? wanted : `${wanted} with probability ${rateText(goal.probability)}`;
  if (isReached) return [`  Nothing has to change for ${reach}.`];
  if (found.length === 0) {
    return [
      `  No change of ${columns.length === 1 ? "the one column" : `the ${columns.length} columns`} that may change leads to ${reach}, as far as was searched.`,
    ];
  }
  return [
    `  Smallest changes for ${reach}, in standardized units:`,
    ...found.flatMap(({ changes, size, label: after, probabilities }, at) => [
      `  ${at + 1}. ${plain(size)}: then ${after}, probability ${rateText(probabilities[classes.indexOf(after)])}`,
      ...changes.map(
        ({ column, fromText, toText, size: own }) => `       ${column}: ${fromText} → ${toText} (${plain(own)})`,
      ),
    ]),
  ];
}

/** The training rows that a prediction leans on, as a table. */
export function neighbourLines({ neighbours, class: name }: NeighbourOutput, row: number): string {
  const found = neighbours[row];
  const largest = Math.max(...found.map(({ weight }) => Math.abs(weight)), 1e-300);
  const hasRows = found.some(({ rows }) => rows.length > 0);
  return textTable(
    found.map(({ weight, share, likeness, rows, names, labels, cells }) => ({
      ...(hasRows && {
        row: rows.map((at) => at + 1).join(", "),
        ...(names.length > 0 && { name: clipped(names.join(", "), 24) }),
        label: [...new Set(labels)].join(", "),
      }),
      [`for ${name}`]: signed(weight),
      share: rateText(share),
      likeness: plain(likeness),
      "": bar(Math.abs(weight) / largest, 12),
      cells: clipped(
        Object.entries(cells)
          .map(([column, cell]) => `${column} ${cell}`)
          .join(", "),
        60,
      ),
    })),
  );
}
