import { type Column } from "kernelbayes";
import { numeric } from "kernelbayes/numeric";
import { asText, type ColumnEncoding } from "kernelbayes/table";
import type { Findings } from "./findings.ts";
import { markup, type Markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import type { Section } from "./section.ts";
import { counted, groupedDigits, listed, numberText, percentText } from "./words.ts";

/** Longer lists are cut, and say so. */
const mostColumns = 30;
const columnsShown = 12;
const mostClasses = 40;

/** Rows, classes and columns as they went into the fit. */
export function dataSection(findings: Findings): Section {
  const { training, encoding, classes } = findings.posterior;
  return {
    id: "data",
    title: "The data",
    gist: `${counted(training.of?.rows ?? training.rows.length, "row")}, ${counted(encoding.columns.length, "column")}, ${counted(classes.length, "class", "classes")}`,
    group: "record",
    content: [
      markup`<p>${overview(findings)}</p>`,
      classTable(findings),
      columnTable(findings),
      ...leftOutPart(findings),
    ],
  };
}

function overview({ input, posterior }: Findings): string {
  const { table } = input;
  const { training, target, encoding } = posterior;
  const unused = table.rows - training.rows.length;
  const kinds = new Map<ColumnEncoding["kind"], number>();
  for (const { kind } of encoding.columns) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const used = new Set(encoding.columns.map(({ name }) => name));
  const cells = table.columns.reduce((sum, column) => sum + (used.has(column.name) ? missingIn(column) : 0), 0);
  return (
    (training.of
      ? `These are ${counted(table.rows, "row")} drawn at random of ${counted(training.of.rows, "row")} that the model was fitted to. `
      : "") +
    `The table has ${counted(table.rows, "row")} and ${counted(table.columns.length, "column")}; the label is in ${target}. ` +
    (unused > 0 ? `${counted(unused, "row")} took no part, having a missing cell, no label or no weight. ` : "") +
    `In use are ${listed(Array.from(kinds, ([kind, count]) => counted(count, ...nouns[kind])))}. ` +
    (cells === 0
      ? "No values are missing."
      : `${counted(cells, "cell")} of theirs ${cells === 1 ? "is" : "are"} missing.`) +
    (encoding.selectedFrom === undefined
      ? ""
      : ` They were selected from ${encoding.selectedFrom} by how far apart the classes lie in each.`) +
    (training.weights ? " Rows are weighted." : "")
  );
}

const nouns: Readonly<Record<ColumnEncoding["kind"], readonly [one: string, many: string]>> = {
  number: ["column of numbers", "columns of numbers"],
  rank: ["column of numbers taken as ranks", "columns of numbers taken as ranks"],
  date: ["date", "dates"],
  presence: ["column that is there or missing", "columns that are there or missing"],
  category: ["category", "categories"],
};

const kindWords: Readonly<Record<ColumnEncoding["kind"], string>> = {
  number: "numbers",
  rank: "ranks of numbers",
  presence: "there or missing",
  date: "dates",
  category: "category",
};

function classTable({ posterior, heldOut }: Findings): Markup {
  const { classes, training } = posterior;
  const count = (numbers: ArrayLike<number>, q: number): number =>
    Array.from(numbers).filter((each) => each === q).length;
  const lines = classes.map((label, q) => ({ label, q, rows: count(training.classes, q) }));
  const isCut = lines.length > mostClasses;
  const shown = isCut ? lines.toSorted((a, b) => b.rows - a.rows).slice(0, mostClasses) : lines;
  const isApart = heldOut?.how === "hold-out";
  return htmlTable(
    isCut ? `The ${mostClasses} largest of ${classes.length} classes` : "Classes",
    [
      { title: "Class" },
      { title: "Training rows", isNumber: true },
      { title: "Share", isNumber: true },
      ...(isApart ? [{ title: "Held-out rows", isNumber: true }] : []),
    ],
    shown.map(({ label, q, rows }) => [
      label,
      groupedDigits(rows),
      percentText(rows / training.classes.length),
      ...(isApart ? [groupedDigits(count(heldOut.truth, q))] : []),
    ]),
  );
}

function columnTable({ posterior, training, input }: Findings): Markup {
  const { columns } = posterior.encoding;
  const shown = columns.length > mostColumns ? columns.slice(0, columnsShown) : columns;
  return htmlTable(
    shown.length < columns.length ? `The first ${shown.length} of ${columns.length} columns in use` : "Columns in use",
    [
      { title: "Column" },
      { title: "Taken as" },
      { title: "Missing", isNumber: true },
      { title: "Values in training rows" },
    ],
    shown.map((encoding) => {
      const column = training.columns.find(({ name }) => name === encoding.name);
      const whole = input.table.columns.find(({ name }) => name === encoding.name);
      return [
        encoding.name,
        kindWords[encoding.kind],
        whole ? groupedDigits(missingIn(whole)) : "–",
        column ? valuesOf(column, encoding) : "–",
      ];
    }),
  );
}

function valuesOf(column: Column, { kind }: ColumnEncoding): string {
  if (column.type === "number" && kind !== "category") {
    const present = column.values.filter((value) => !Number.isNaN(value));
    if (present.length === 0) return "none";
    const [low, middle, high] = [0, 0.5, 1].map((level) => numberText(numeric.quantile(present, level)));
    return `${low} to ${high}, median ${middle}`;
  }
  const counts = new Map<string, number>();
  for (const cell of asText(column)) if (cell !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const ordered = Array.from(counts).toSorted((a, b) => b[1] - a[1]);
  return listed(
    ordered.map(([level, count]) => `${level} (${count})`),
    5,
  );
}

function missingIn(column: Column): number {
  return column.type === "number"
    ? column.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0)
    : column.codes.reduce((sum, code) => sum + (code < 0 ? 1 : 0), 0);
}

function leftOutPart({ input, posterior }: Findings): Markup[] {
  const { columns, selectedFrom } = posterior.encoding;
  const used = new Set([posterior.target, ...columns.map(({ name }) => name)]);
  const reasons = new Map(input.leftOut?.map(({ name, reason }) => [name, reason]));
  const unused = input.table.columns.filter(({ name }) => !used.has(name) || reasons.has(name));
  // Selection leaves out columns by the thousand, and was told of.
  const told = selectedFrom === undefined ? unused : unused.filter(({ name }) => reasons.has(name));
  if (told.length === 0) return [];
  const named = told.map(({ name }) => {
    const reason = reasons.get(name);
    return reason === undefined ? name : `${name} (${reason})`;
  });
  return [markup`<p>Not used: ${listed(named, 30)}.</p>`];
}
