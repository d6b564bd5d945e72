import { type Table } from "kernelbayes";
import { asText, columnNamed } from "kernelbayes/table";
import type { Finding } from "kernelbayes/check";
import type { Fix } from "../data/profile.ts";
import { text } from "../text.ts";
import { isPlainNumber } from "./editedTable.ts";

/** The buttons that mend a finding, each with the change of the draft that it makes. */
export function fixesOf(finding: Finding, table: Table): Fix[] {
  const { column, action } = finding;
  if (column === undefined) return [];
  const leaveOut: Fix = { title: text.fixes.leaveOut, patch: { roles: { [column]: "out" } } };
  if (action === "left-out") return [{ title: text.fixes.useAnyway, patch: { roles: { [column]: "feature" } } }];
  switch (finding.code) {
    case "decimal-comma":
    case "percent":
      return action === "repaired"
        ? [{ title: text.fixes.keepTexts, patch: { kinds: { [column]: "category" } } }]
        : [numbersAlone(finding, column, table), leaveOut];
    case "date-column":
      return [leaveOut];
    case "label-spelling":
      return [oneSpelling(column, table)];
    case "sentinel":
    case "placeholder":
      return [missing(column, finding.example ?? ""), leaveOut];
    case "text-among-numbers":
    case "ambiguous-comma":
    case "thousands":
    case "unit":
    case "bound":
      return [numbersAlone(finding, column, table), leaveOut];
    case "continuous-target":
      return [cutAtMedian(column, table)];
    case "contradicting-rows":
      return [];
    default:
      return [leaveOut];
  }
}

function missing(column: string, example: string): Fix {
  return { title: text.fixes.missing(example), patch: { cells: { [column]: { [example]: null } } } };
}

/** Writes each label in the most frequent of its spellings. */
function oneSpelling(column: string, table: Table): Fix {
  const counts = new Map<string, number>();
  for (const label of asText(columnNamed(table, column))) {
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const usual = new Map<string, string>();
  for (const [label] of [...counts].toSorted((a, b) => b[1] - a[1])) {
    const key = plain(label);
    if (!usual.has(key)) usual.set(key, label);
  }
  const changed = [...counts.keys()].filter((label) => usual.get(plain(label)) !== label);
  return {
    title: text.fixes.oneSpelling,
    patch: { cells: { [column]: Object.fromEntries(changed.map((label) => [label, usual.get(plain(label))!])) } },
  };
}

function plain(label: string): string {
  return label.trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** Reads the number in each cell: units go, bounds become half of what they bound, other texts are missing. */
function numbersAlone({ code }: Finding, column: string, table: Table): Fix {
  const texts = new Set(asText(columnNamed(table, column)).filter((cell) => cell !== undefined));
  const cells: Record<string, string | null> = {};
  let lost = 0;
  for (const cell of texts) {
    if (isPlainNumber(cell)) continue;
    cells[cell] = numberIn(cell, code === "ambiguous-comma" || code === "decimal-comma");
    if (cells[cell] === null) lost++;
  }
  return { title: text.fixes.numbersAlone(lost), patch: { cells: { [column]: cells }, kinds: { [column]: "number" } } };
}

function numberIn(cell: string, isComma: boolean): string | null {
  const bound = /^\s*[<≤]/.test(cell);
  const bare = cell.replace(/^\s*[<>≤≥]=?\s*/, "").replace(/\s*[a-zµμ%°/²³]+\s*$/i, "");
  const written = isComma ? bare.replace(",", ".") : bare.replaceAll(/(\d)[,' ](?=\d{3}\b)/g, "$1");
  if (!isPlainNumber(written)) return null;
  const value = cell.trim().endsWith("%") ? Number(written) / 100 : Number(written);
  return String(bound ? value / 2 : value);
}

/** Two classes of about equal size. */
function cutAtMedian(column: string, table: Table): Fix {
  const texts = asText(columnNamed(table, column)).filter((cell) => cell !== undefined);
  const numbers = texts.map(Number).toSorted((a, b) => a - b);
  const middle = numbers[Math.floor(numbers.length / 2)];
  const cells = Object.fromEntries(
    [...new Set(texts)].map((cell) => [
      cell,
      Number(cell) < middle ? text.fixes.below(middle) : text.fixes.from(middle),
    ]),
  );
  return { title: text.fixes.cut(middle), patch: { cells: { [column]: cells }, kinds: { [column]: "category" } } };
}
