import { realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parseCsv, type Table } from "kernelbayes";
import { optionInProgram } from "kernelbayes/errors";
import { encodeLabels } from "kernelbayes/table";
import { checkTable, findingText } from "kernelbayes/check";
import { readTable } from "kernelbayes/node";
import { refusal } from "../problem/problem.ts";

/** What can be checked: a text, or a file in the folder of tables. */
export interface TableToCheck {
  readonly csv?: string | undefined;
  readonly file?: string | undefined;
  readonly target?: string | undefined;
}

/** Findings that are shown; each is about a column or about rows. */
const mostFindings = 100;

/** The size of a table and what is wrong with it. */
export async function checkedTable({ csv, file, target }: TableToCheck, tables: string | undefined): Promise<unknown> {
  const table = await tableOf(csv, file, tables);
  const { findings } = checkTable(table, { target });
  if (target !== undefined && !findings.some(({ code }) => code === "continuous-target")) encodeLabels(table, target);
  return {
    rows: table.rows,
    columns: table.columns.length,
    findings: findings.slice(0, mostFindings).map((finding) => ({
      code: finding.code,
      column: finding.column,
      message: findingText(finding, optionInProgram),
    })),
    ...(findings.length > mostFindings && { more: findings.length - mostFindings }),
  };
}

async function tableOf(csv: string | undefined, file: string | undefined, tables: string | undefined): Promise<Table> {
  if (csv !== undefined && file === undefined) return parseCsv(csv);
  if (csv === undefined && file !== undefined && tables !== undefined) return readTable(await fileIn(tables, file));
  throw refusal(
    400,
    "no-table",
    tables === undefined ? "Give the table as csv." : "Give the table as csv, or its file.",
  );
}

/** The path of a file in a folder; what leads out of the folder, by its name or by a link, is as good as not there. */
async function fileIn(folder: string, file: string): Promise<string> {
  const path = await realpath(join(folder, file)).catch(() => undefined);
  const place = path === undefined ? ".." : relative(await realpath(folder), path);
  if (path !== undefined && place !== ".." && !place.startsWith(`..${sep}`)) return path;
  throw refusal(404, "no-such-table", `There is no table ${JSON.stringify(file)} in the folder of tables.`);
}
