import { readNumber } from "../readNumber.ts";
import { listed, quote } from "../quote.ts";
import { rowsText, rowsWhere, type Finding } from "./finding.ts";

/** What is wrong with a column of labels: classes that differ by case or blanks only, and measurements in the place of classes. */
export function labelFindings(name: string, labels: readonly (string | undefined)[]): Finding[] {
  return [...continuous(name, labels), ...spellings(name, labels)];
}

/** Classes with fewer rows than this on average are too small to be classes, if they are numbers. */
const rowsPerClass = 5;

/**
 * Labels are measurements if all are numbers, at least ten different ones, and some are not whole, or there are fewer than five rows for each, or
 * there are more than twenty that do not count from 0 or 1 without a gap, as codes of classes do.
 */
function continuous(name: string, labels: readonly (string | undefined)[]): Finding[] {
  const different = new Set(labels.filter((label) => label !== undefined));
  if (different.size < 10) return [];
  const numbers = Array.from(different, readNumber);
  if (!numbers.every(Number.isFinite)) return [];
  const rows = rowsWhere(labels.length, (row) => labels[row] !== undefined);
  const least = numbers.reduce((a, b) => Math.min(a, b));
  const largest = numbers.reduce((a, b) => Math.max(a, b));
  const isWhole = numbers.every(Number.isInteger);
  const areCodes = isWhole && (least === 0 || least === 1) && largest - least === numbers.length - 1;
  const isMeasured = !isWhole || (numbers.length > 20 && !areCodes) || rows.count < rowsPerClass * different.size;
  if (!isMeasured) return [];
  const example = labels[rows.rows[0] - 1];
  return [
    {
      code: "continuous-target",
      column: name,
      ...rows,
      ...(example !== undefined && { example }),
      problem: `Column ${quote(name)}, the label, has ${different.size} different numbers from ${least} to ${largest}: a measurement, not classes.`,
      action: "none",
      remedy: "Cut it into classes first, such as low and high; every different number becomes a class otherwise.",
    },
  ];
}

function spellings(name: string, labels: readonly (string | undefined)[]): Finding[] {
  const groups = new Map<string, Map<string, number>>();
  for (const label of labels) {
    if (label === undefined) continue;
    const key = label.trim().replaceAll(/\s+/g, " ").toLowerCase();
    const group = groups.get(key) ?? new Map<string, number>();
    groups.set(key, group.set(label, (group.get(label) ?? 0) + 1));
  }
  return Array.from(groups.values()).flatMap((group) => {
    if (group.size < 2) return [];
    const [usual, ...others] = [...group].toSorted((a, b) => b[1] - a[1]).map(([label]) => label);
    const rows = rowsWhere(labels.length, (row) => others.includes(labels[row] ?? usual));
    return [
      {
        code: "label-spelling",
        column: name,
        ...rows,
        example: others[0],
        problem: `Column ${quote(name)}, the label, has ${listed([usual, ...others])}, which differ only by case or blanks; ${rowsText(rows)} with the rarer spelling.`,
        action: "none",
        remedy: "They are different classes until they are written in one way.",
      } satisfies Finding,
    ];
  });
}
