import { encodeLabels } from "kernelbayes/table";
import { checkTable } from "kernelbayes/check";
import { readInputTable, standardInput } from "../input/readInputTable.ts";
import { ignoredColumns, tableOptions, type TableWords } from "../input/tableOptions.ts";
import { nameList } from "../options.ts";
import { counts } from "../output/counts.ts";
import { print, printJson } from "../output/standardOutput.ts";
import { findingsJson } from "./findingsJson.ts";
import { findingWarnings } from "./findingWarnings.ts";

interface CheckWords extends TableWords {
  readonly target?: string | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly all?: true | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** The command `check`: what is wrong with a table. */
export async function check(path: string, words: CheckWords): Promise<void> {
  const { target, json, quiet } = words;
  const reading = tableOptions(words);
  const table = await readInputTable(path, { ...reading, target });
  const source = path === standardInput ? "standard input" : path;
  const { findings } = checkTable(table, {
    target,
    exclude: [...(words.exclude === undefined ? [] : nameList("exclude", words.exclude)), ...ignoredColumns(words)],
    declared: Object.keys(reading.types ?? {}),
  });
  // What is no column of labels at all, a fit refuses.
  if (target !== undefined && !findings.some(({ code }) => code === "continuous-target")) encodeLabels(table, target);
  const { rows, columns } = table;
  if (json) {
    return printJson({ source, rows, columns: columns.length, target, findings: findingsJson(findings) });
  }
  const size = `${source}: ${counts(rows, "row")}, ${counts(columns.length, "column")}`;
  print(findings.length === 0 ? `${size}: nothing to report.` : `${size}: ${counts(findings.length, "finding")}.`);
  if (quiet || findings.length === 0) return;
  const all = words.all ? findings.flatMap((finding) => findingWarnings([finding])) : findingWarnings(findings);
  for (const { code, message } of all) print(`\n${code}\n  ${message}`);
}
