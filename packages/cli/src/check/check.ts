import { encodeLabels } from "kernelbayes/table";
import { checkTable } from "kernelbayes/check";
import { tableChunks } from "kernelbayes/node";
import { readInputTable, standardInput } from "../input/readInputTable.ts";
import { sampledTable, type SampledTable } from "../input/sampledTable.ts";
import { whyInChunks } from "../input/whyInChunks.ts";
import { ignoredColumns, tableOptions, type TableWords } from "../input/tableOptions.ts";
import { nameList } from "../options.ts";
import { counts } from "../output/counts.ts";
import { print, printJson } from "../output/standardOutput.ts";
import { findingsJson } from "./findingsJson.ts";
import { findingWarnings } from "./findingWarnings.ts";

interface CheckWords extends TableWords {
  readonly target?: string | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly chunks?: boolean | undefined;
  readonly all?: true | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Cells of the rows that are checked of a table that is read in chunks, and rows at most. */
const [checkedCells, mostChecked] = [2_000_000, 100_000];

/** The command `check`: what is wrong with a table. */
export async function check(path: string, words: CheckWords): Promise<void> {
  const { target, json, quiet } = words;
  const reading = tableOptions(words);
  const sampled = (await whyInChunks(path, words)) === undefined ? undefined : await sampleOf(path, words);
  const table = sampled?.table ?? (await readInputTable(path, { ...reading, target }));
  const source = path === standardInput ? "standard input" : path;
  const { findings } = checkTable(table, {
    target,
    exclude: [...(words.exclude === undefined ? [] : nameList("exclude", words.exclude)), ...ignoredColumns(words)],
    declared: Object.keys(reading.types ?? {}),
  });
  // What is no column of labels at all, a fit refuses.
  if (target !== undefined && !findings.some(({ code }) => code === "continuous-target")) encodeLabels(table, target);
  const { columns } = table;
  const rows = sampled?.of ?? table.rows;
  const isPart = rows > table.rows;
  if (json) {
    const part = isPart ? { checked: table.rows } : {};
    return printJson({ source, rows, ...part, columns: columns.length, target, findings: findingsJson(findings) });
  }
  const part = isPart ? `, of which a random ${table.rows} were checked` : "";
  const size = `${source}: ${counts(rows, "row")}${part}, ${counts(columns.length, "column")}`;
  print(findings.length === 0 ? `${size}: nothing to report.` : `${size}: ${counts(findings.length, "finding")}.`);
  if (quiet || findings.length === 0) return;
  const all = words.all ? findings.flatMap((finding) => findingWarnings([finding])) : findingWarnings(findings);
  for (const { code, message } of all) print(`\n${code}\n  ${message}`);
}

/** A random sample of a table that is read in chunks. */
async function sampleOf(path: string, words: CheckWords): Promise<SampledTable> {
  const reading = tableOptions(words);
  const { target } = words;
  const types = { ...reading.types, ...(target !== undefined && { [target]: "text" as const }) };
  const options = { ...reading, types };
  let columns = 1;
  for await (const table of tableChunks(path, { ...options, rows: 1000 }).read()) {
    ({ length: columns } = table.columns);
    break;
  }
  const size = Math.max(1000, Math.min(mostChecked, Math.floor(checkedCells / Math.max(1, columns))));
  return sampledTable(path, options, { size, seed: 1 });
}
