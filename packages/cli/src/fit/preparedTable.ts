import { InputError, selectRows, type FitOptions, type Table } from "kernelbayes";
import { errorInTable, wording } from "kernelbayes/errors";
import { trainingData, type TrainingData } from "kernelbayes/evaluate";
import { asText, columnNamed, columnWeights } from "kernelbayes/table";
import { checkTable, type Finding } from "kernelbayes/check";
import type { FitSettings } from "./fitSettings.ts";

/** A table with all that was left out of it before a fit, and why. */
export interface PreparedTable {
  /** The rows that can be learned from: those with a label and a weight above 0. */
  readonly table: Table;
  /** Their places in the table as it was read, from 0. */
  readonly rows: Int32Array;
  /** What they are called: by a column that names them, else by number, from 1. */
  readonly rowNames: readonly string[];
  /** The options of the fit, with the columns that it cannot use excluded. */
  readonly options: FitSettings["options"];
  /** What a fit of the table learns from; under `missing: "drop"` only rows without a missing cell. */
  readonly training: TrainingData;
  /** What the check of the table found; rows are counted in the table as it was read. */
  readonly findings: readonly Finding[];
  /** Columns of dates whose order is in doubt, which were left out. */
  readonly dates: readonly string[];
  /** How many rows have no label. */
  readonly unlabelled: number;
}

/**
 * Checks a table, takes over what the check could read, and leaves out what no model could use, so that a table need not be perfect: rows without a label, rows of
 * weight 0, columns of dates in an order that is in doubt, numeric identifiers. A column that names the rows, by option or because it has a different text in each, is not learned from but
 * says what rows are called. `declared` are the columns whose types the command line gives.
 */
export function preparedTable(
  given: Table,
  { options, id }: Pick<FitSettings, "options" | "id">,
  declared: readonly string[] = [],
): PreparedTable {
  const { target, weights, group } = options;
  const special = [target, weights, group];
  const { table, findings, leaveOut } = checkTable(given, {
    target,
    weights,
    declared,
    exclude: [...(options.exclude ?? []), ...[group, id].filter((name) => name !== undefined)],
    ...(options.columns !== undefined && { columns: options.columns }),
    ...(options.asCategory !== undefined && { asCategory: options.asCategory }),
  });
  refuseMeasurements(findings, table, target, declared);
  const texts = asText(columnNamed(table, target));
  const mass = weights === undefined ? undefined : columnWeights(table, weights);
  const all = Int32Array.from({ length: table.rows }, (_, row) => row);
  const labelled = all.filter((row) => texts[row] !== undefined);
  if (labelled.length === 0 && table.rows > 0) {
    throw new InputError("missing-label", `Column "${target}" has no label in any row.`, { column: target });
  }
  const rows = labelled.filter((row) => mass?.[row] !== 0);
  const kept = rows.length === table.rows ? table : selectRows(table, rows);
  const written = findings.filter(({ code }) => code === "date-column").map(({ column }) => column);
  const dates = leaveOut.filter((name) => written.includes(name));
  const names = id === undefined ? undefined : columnNamed(table, id).name;
  const exclude = [...new Set([...(options.exclude ?? []), ...leaveOut, ...(names === undefined ? [] : [names])])];
  const used = exclude.length > 0 ? { ...options, exclude } : options;
  return {
    table: kept,
    rows,
    rowNames: namesOf(kept, rows, names ?? identifierOf(kept, special)),
    options: used,
    training: trainingDataOf(kept, used, rows, findings),
    findings,
    dates,
    unlabelled: table.rows - labelled.length,
  };
}

/** Labels that are measurements with so few rows of each are no classes to learn. */
const fewestRowsPerValue = 5;

/** Refuses a label column of measurements, most of which occur in few rows only, unless the command line declares their type. */
function refuseMeasurements(
  findings: readonly Finding[],
  table: Table,
  target: string,
  declared: readonly string[],
): void {
  const finding = findings.find(({ code }) => code === "continuous-target");
  if (finding === undefined || declared.includes(target)) return;
  const values = new Set(asText(columnNamed(table, target)).filter((label) => label !== undefined)).size;
  if (finding.count >= fewestRowsPerValue * values) return;
  throw new InputError(
    "continuous-target",
    finding.problem,
    { column: target },
    wording`Cut it into classes first, such as low and high. ${{ option: "types", value: { [target]: "text" } }} makes each of the ${values} numbers a class all the same.`,
  );
}

/** What a fit will learn from; whatever is wrong with the table is reported here, before any work begins, by its rows in the file. */
function trainingDataOf(
  table: Table,
  options: FitOptions,
  rows: Int32Array,
  findings: readonly Finding[],
): TrainingData {
  try {
    return trainingData(table, options);
  } catch (error) {
    const leftOut = findings.filter(({ action }) => action === "left-out");
    if (!(error instanceof InputError) || error.code !== "no-features" || leftOut.length === 0) {
      throw errorInTable(error, rows);
    }
    const [{ problem, remedy }] = leftOut;
    throw error.withRemedy(wording`${problem} ${remedy}`);
  }
}

/** The first text column with a different text in every row: what a fit leaves out as an identifier. */
function identifierOf({ columns, rows }: Table, special: readonly (string | undefined)[]): string | undefined {
  return columns.find(
    (column) => column.type === "text" && column.levels.length === rows && rows > 2 && !special.includes(column.name),
  )?.name;
}

function namesOf(table: Table, rows: Int32Array, column: string | undefined): string[] {
  const texts = column === undefined ? undefined : asText(columnNamed(table, column));
  return Array.from(rows, (row, at) => texts?.[at] ?? `row ${row + 1}`);
}
