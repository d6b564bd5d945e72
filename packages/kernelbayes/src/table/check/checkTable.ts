import { asText, type Column } from "../column.ts";
import { columnNamed, tableOf, type Table } from "../table.ts";
import { constantColumns } from "./constantColumns.ts";
import { contradictingRows } from "./contradictingRows.ts";
import { dateTexts } from "./dateTexts.ts";
import type { Finding } from "./finding.ts";
import { identifiers } from "./identifiers.ts";
import { labelFindings } from "./labelFindings.ts";
import { leaks } from "./leaks.ts";
import { numberTexts } from "./numberTexts.ts";
import { relatedColumns } from "./relatedColumns.ts";
import { sentinels } from "./sentinels.ts";

/** What is known of a table before it is checked. */
export interface CheckOptions {
  /** The column of labels. Without it nothing is said of labels and leaks. */
  readonly target?: string | undefined;
  /** The column of row weights: what is read anew in it is reported, nothing else. */
  readonly weights?: string | undefined;
  /** Columns that are not features, such as groups and columns that a fit excludes: nothing is reported of them. */
  readonly exclude?: readonly string[];
  /** The columns that a fit was told to use: nothing is reported of others, and none of these is left out. Default: all. */
  readonly columns?: "all" | readonly string[];
  /** Columns whose type was declared when the table was read: their texts are meant to be texts. */
  readonly declared?: readonly string[];
  /** Number and date columns whose values are levels of a category: they are no identifiers, hold no sentinels and are not read as dates. */
  readonly asCategory?: readonly string[];
}

/** What was found in a table, and what was done about it. */
export interface TableCheck {
  /** The most serious first. */
  readonly findings: readonly Finding[];
  /** The table with what could be read safely: numbers with decimal commas or percent signs, and dates. */
  readonly table: Table;
  /** Columns that a fit should not use: numeric identifiers, and dates whose order is in doubt. */
  readonly leaveOut: readonly string[];
}

/**
 * What is wrong with a table before a fit: numbers that do not read as numbers, values that stand for missing ones, dates, identifiers, leaks, labels in two spellings,
 * rows that contradict each other, columns that say nothing or nothing new. What is safe is mended in the table that is returned. A table that is fine has no
 * findings.
 *
 * @example
 * const { findings, table: clean, leaveOut } = checkTable(table, { target: "species" });
 * for (const finding of findings) console.log(findingText(finding));
 * const posterior = await fit(auto(), clean, { target: "species", exclude: leaveOut });
 */
export function checkTable(table: Table, options: CheckOptions = {}): TableCheck {
  const { target, weights, exclude = [], columns = "all", declared = [], asCategory = [] } = options;
  const isWanted = (name: string): boolean =>
    name !== target && name !== weights && !exclude.includes(name) && (columns === "all" || columns.includes(name));
  const isDeclared = (name: string): boolean => declared.includes(name);
  const isNamed = (name: string): boolean => columns !== "all" && columns.includes(name);
  // Columns of weights and times are read anew like others, although nothing else is said of them.
  const numbers = numberTexts(
    table.columns.filter(({ name }) => name !== target),
    isDeclared,
    isNamed,
  );
  const isCategory = (name: string): boolean => asCategory.includes(name);
  const dates = dateTexts(numbers.columns, (name) => isDeclared(name) || isCategory(name), isNamed);
  const read = dates.columns.filter(({ name }) => isWanted(name));
  // A text that should be a number is no name of its row.
  const isReported = new Set(numbers.findings.map(({ column }) => column));
  const identifying = identifiers(
    read.filter(({ name, type }) => !dates.leaveOut.includes(name) && !(type === "number" && isCategory(name))),
    isNamed,
  );
  const named = identifying.filter(({ code, column }) => code === "numeric-identifier" || !isReported.has(column));
  const numeric = named.filter(({ code, action }) => code === "numeric-identifier" && action === "left-out");
  const constant = constantColumns(read);
  const leaveOut = [...dates.leaveOut.filter(isWanted), ...numeric.map(({ column }) => column!)];
  const unused = new Set([
    ...leaveOut,
    ...[...identifying, ...constant].filter(({ action }) => action === "left-out").map(({ column }) => column!),
  ]);
  const usable = read.filter(({ name }) => !unused.has(name));
  const features = usable.filter(({ type }) => type !== "date");
  const findings = [
    ...(target === undefined ? [] : ofLabels(target, asText(columnNamed(table, target)), features, usable)),
    ...numbers.findings,
    ...sentinels(features.filter(({ name }) => !isCategory(name))),
    ...named,
    ...dates.findings,
    ...relatedColumns(features),
    ...constant,
  ];
  const replaced = new Map(dates.columns.map((column) => [column.name, column]));
  return {
    findings: findings.filter(
      ({ column, action }) =>
        column === undefined || column === target || isWanted(column) || (column === weights && action === "repaired"),
    ),
    table: tableOf(table.columns.map((column) => replaced.get(column.name) ?? column)),
    leaveOut,
  };
}

/** What the labels say of the columns, of themselves, and of rows that are equal in all columns that a fit uses. */
function ofLabels(
  target: string,
  labels: readonly (string | undefined)[],
  features: readonly Column[],
  usable: readonly Column[],
): Finding[] {
  return [
    ...leaks(features, labels, target),
    ...labelFindings(target, labels),
    ...contradictingRows(usable, labels, target),
  ];
}
