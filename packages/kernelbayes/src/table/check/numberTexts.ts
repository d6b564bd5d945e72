import { option, wording, type Wording } from "../../wording.ts";
import { agreedNumbers } from "../agreedNumbers.ts";
import type { Column, NumberColumn, TextColumn } from "../column.ts";
import { mostlyUnique } from "../mostlyUnique.ts";
import { quote } from "../quote.ts";
import { writtenKind, type WrittenKind } from "../writtenKind.ts";
import { rowsText, rowsWhere, type Finding, type FindingCode } from "./finding.ts";

/** So many different numbers make a column of texts one that should hold numbers, if these fill most of its cells. */
const fewestNumbers = 8;
const mostCells = 0.8;

/** What became of the columns of a table, and why. */
interface ReadColumns {
  readonly columns: readonly Column[];
  readonly findings: readonly Finding[];
}

/**
 * Columns of texts that should hold numbers. Decimal commas and percent signs are read where every cell of the column agrees; what else keeps a
 * column from being one of numbers is only reported, with what a fit makes of the column. A comma in doubt (1,234) is a decimal sign if another column leaves no doubt.
 */
export function numberTexts(
  columns: readonly Column[],
  isDeclared: (name: string) => boolean,
  isNamed: (name: string) => boolean,
): ReadColumns {
  const candidates = new Map<Column, WrittenKind[]>();
  for (const column of columns) {
    if (column.type === "text" && !isDeclared(column.name)) candidates.set(column, column.levels.map(writtenKind));
  }
  const isKnown = [...candidates].some(
    ([column, kinds]) =>
      column.type === "text" &&
      kinds.length >= fewestNumbers &&
      agreedNumbers(column.levels)?.writing === "decimal-comma",
  );
  const findings: Finding[] = [];
  const read = columns.map((column) => {
    const kinds = candidates.get(column);
    if (kinds === undefined || column.type !== "text") return column;
    const agreed = agreedNumbers(column.levels, isKnown);
    if (
      agreed !== undefined &&
      (isKnown || column.levels.length >= (agreed.writing === "percent" ? 3 : enough(column)))
    ) {
      const numbers = numberColumn(column, agreed.values);
      findings.push(repaired(column, agreed.writing));
      return numbers;
    }
    findings.push(...hindrances(column, kinds, isNamed(column.name)));
    return column;
  });
  return { columns: read, findings };
}

/** In a short table fewer different numbers will do. */
function enough({ codes }: TextColumn): number {
  return Math.max(3, Math.min(fewestNumbers, Math.ceil(codes.length / 2)));
}

function numberColumn({ name, codes, levels }: TextColumn, values: Float64Array): NumberColumn {
  return {
    name,
    type: "number",
    values: Float64Array.from(codes, (code) => (code < 0 ? NaN : values[code])),
    texts: Array.from(codes, (code) => levels[code]),
  };
}

function repaired({ name, codes, levels }: TextColumn, writing: "decimal-comma" | "percent"): Finding {
  const sign = writing === "percent" ? "%" : ",";
  const rows = rowsWhere(codes.length, (row) => codes[row] >= 0 && levels[codes[row]].includes(sign));
  const example = levels[codes[rows.rows[0] - 1]];
  return {
    code: writing,
    column: name,
    ...rows,
    example,
    problem: `Column ${quote(name)} has numbers with ${writing === "percent" ? "percent signs" : "decimal commas"}, such as ${quote(example)}.`,
    action: "repaired",
    remedy:
      writing === "percent"
        ? wording`It was read as numbers (5% is 0.05). ${option("types", { [name]: "text" })} keeps the texts.`
        : wording`It was read as numbers. ${option("types", { [name]: "text" })} keeps the texts.`,
  };
}

/** What keeps a column of texts from being one of numbers; nothing if it need not be one. */
function hindrances(column: TextColumn, kinds: readonly WrittenKind[], isNamed: boolean): Finding[] {
  const { codes } = column;
  const isNumber = (kind: WrittenKind): boolean => kind !== "placeholder" && kind !== "other";
  let present = 0;
  let numbers = 0;
  for (const code of codes) {
    if (code < 0) continue;
    present++;
    if (isNumber(kinds[code])) numbers++;
  }
  const different = kinds.filter(isNumber).length;
  // A few plain numbers beside a dash are a scale with a missing value; a few beside a word are names.
  const isScale = different >= 3 && kinds.every((kind) => kind === "plain" || kind === "placeholder");
  const isNumeric = numbers >= mostCells * present && different >= enough(column);
  if (!isNumeric && !(isScale && numbers >= present / 2)) return [];
  const isLeftOut = !isNamed && mostlyUnique(column.levels.length, present);
  return (Object.keys(reports) as (keyof typeof reports)[]).flatMap((kind) => report(column, kinds, kind, isLeftOut));
}

interface Report {
  readonly code: FindingCode;
  readonly what: string;
  readonly remedy: (column: string, example: string) => Wording;
}

const byMissing = (_: string, example: string): Wording =>
  wording`${option("missing", [example])} reads it as a missing cell.`;
const byHand: Report["remedy"] = () => "Write the numbers alone, with a decimal point.";

const reports: Readonly<Record<Exclude<WrittenKind, "plain">, Report>> = {
  "decimal-comma": {
    code: "decimal-comma",
    what: "a decimal comma beside other writings",
    remedy: () => wording`Not every cell agrees: write all numbers in one way, or give ${option("decimal", ",")}.`,
  },
  comma: {
    code: "ambiguous-comma",
    what: "a comma that may be a decimal sign or a thousands separator",
    remedy: () =>
      wording`${option("decimal", ",")} reads it as a decimal sign; remove thousands separators from the table.`,
  },
  thousands: { code: "thousands", what: "thousands separators", remedy: byHand },
  percent: { code: "percent", what: "a percent sign in some cells only", remedy: byHand },
  unit: { code: "unit", what: "units behind numbers", remedy: byHand },
  bound: {
    code: "bound",
    what: "bounds among numbers",
    remedy: (_, example) =>
      wording`Replace bounds by numbers, such as half a detection limit; ${option("missing", [example])} reads one as a missing cell.`,
  },
  placeholder: { code: "placeholder", what: "texts for missing cells among numbers", remedy: byMissing },
  other: { code: "text-among-numbers", what: "texts among numbers", remedy: byMissing },
};

function report(
  { name, codes, levels }: TextColumn,
  kinds: readonly WrittenKind[],
  kind: keyof typeof reports,
  isLeftOut: boolean,
): Finding[] {
  const rows = rowsWhere(codes.length, (row) => codes[row] >= 0 && kinds[codes[row]] === kind);
  if (rows.count === 0) return [];
  const { code, what, remedy } = reports[kind];
  const example = levels[codes[rows.rows[0] - 1]];
  const otherwise = isLeftOut
    ? "Until then the column is left out of a fit, as one of mostly unique texts."
    : "Until then the column is a category.";
  return [
    {
      code,
      column: name,
      ...rows,
      example,
      problem: `Column ${quote(name)} has ${what}, such as ${quote(example)}, in ${rowsText(rows)}.`,
      action: isLeftOut ? "left-out" : "none",
      remedy: wording`${remedy(name, example)} ${otherwise}`,
    },
  ];
}
