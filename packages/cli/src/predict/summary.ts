import type { DecisionRule } from "kernelbayes/evaluate";
import { undecidedReason } from "./decide.ts";
import { rate } from "./rowProgress.ts";
import { promiseOf, type SetRule } from "./setRule.ts";
import type { Tally } from "./tally.ts";

/** What was done, for the summary. */
export interface PredictionRun {
  readonly counts: Tally;
  readonly seconds: number;
  readonly sets?: SetRule | undefined;
  /** How rows were decided. */
  readonly rule?: DecisionRule | undefined;
  /** The file that was written. */
  readonly out?: string | undefined;
}

/** What was predicted and decided, in sentences. */
export function summaryLines({ counts, seconds, sets, rule, out }: PredictionRun): string[] {
  const { rows, labels, decisions, setSizes, expectedCost } = counts;
  const place = out === undefined ? "" : ` to ${out}`;
  const lines = [
    `Predicted ${rows} ${rows === 1 ? "row" : "rows"}${place} in ${seconds.toFixed(1)} s (${rate(rows, seconds)}): ${frequencies(labels)}.`,
  ];
  if (decisions.size > 0) {
    const taken = new Map(Array.from(decisions).filter((entry): entry is [string, number] => entry[0] !== undefined));
    const undecided = decisions.get(undefined) ?? 0;
    const reason = rule === undefined ? "" : undecidedReason(rule);
    const why = reason === "" ? "" : ` (${reason})`;
    const what = `Decided: ${taken.size > 0 ? frequencies(taken) : "nothing"}`;
    lines.push(rule?.flag ? `${what}.` : `${what}; undecided${why}: ${share(undecided, rows)}.`);
  }
  if (Number.isFinite(expectedCost) && rows > 0) {
    lines.push(`Expected cost: ${Number((expectedCost / rows).toPrecision(4))} per row.`);
  }
  const { unlike, outside } = counts;
  if (unlike > 0) {
    const which = `${unlike} ${unlike === 1 ? "row is" : "rows are"}`;
    lines.push(`${which} unlike the training rows, in the columns that \`outside\` names: ${frequencies(outside)}.`);
  }
  const [most, count] = Array.from(outside).reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
  if (count > rows / 2) {
    lines.push(
      `Most rows lie outside what the training rows hold in "${most}": does it have the same unit, or the same spelling, as in training? Such probabilities say little.`,
    );
  }
  if (sets) {
    lines.push(promiseOf(sets));
    if (rows > 0)
      lines.push(`Classes in a set: ${sizes(setSizes)}; ${meanSize(setSizes, rows).toFixed(2)} on average.`);
  }
  return lines;
}

/** The same as plain data. */
export function summaryData({ counts, seconds, sets, rule, out }: PredictionRun): Record<string, unknown> {
  const { rows, labels, decisions, setSizes, expectedCost } = counts;
  return {
    rows,
    seconds,
    rowsASecond: rows / Math.max(seconds, 1e-3),
    ...(out !== undefined && { out }),
    labels: Object.fromEntries(labels),
    ...(decisions.size > 0 && {
      decisions: Object.fromEntries(Array.from(decisions).filter(([name]) => name !== undefined)),
      undecided: decisions.get(undefined) ?? 0,
    }),
    ...(rule?.threshold !== undefined && { abstain: rule.threshold }),
    ...(rule?.cautious && { cautious: true }),
    ...(rule?.flag && { threshold: rule.flag.threshold }),
    ...(Number.isFinite(expectedCost) && { expectedCost: expectedCost / Math.max(rows, 1) }),
    outside: counts.unlike,
    ...(counts.unlike > 0 && { outsideColumns: Object.fromEntries(counts.outside) }),
    ...(sets && {
      sets: {
        level: sets.threshold.level,
        isGuaranteed: sets.isGuaranteed,
        calibrationRows: sets.rows,
        sizes: Object.fromEntries(setSizes),
        ...(rows > 0 && { meanSize: meanSize(setSizes, rows) }),
      },
    }),
  };
}

function frequencies(counts: ReadonlyMap<string, number>): string {
  const entries = Array.from(counts).toSorted(([, a], [, b]) => b - a);
  if (entries.length === 0) return "none";
  const shown = entries.slice(0, 8).map(([name, count]) => `${name} ${count}`);
  return `${shown.join(", ")}${entries.length > 8 ? ` and ${entries.length - 8} more` : ""}`;
}

function share(count: number, rows: number): string {
  return rows === 0 ? "0 rows" : `${count} rows, ${((100 * count) / rows).toFixed(1)} %`;
}

function sizes(counts: ReadonlyMap<number, number>): string {
  const entries = Array.from(counts).toSorted(([a], [b]) => a - b);
  return entries.map(([size, rows]) => `${size} in ${rows} rows`).join(", ");
}

function meanSize(counts: ReadonlyMap<number, number>, rows: number): number {
  return Array.from(counts).reduce((sum, [size, count]) => sum + size * count, 0) / rows;
}
