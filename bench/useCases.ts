import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { UsageError, type Benchmark, type Row } from "./benchmark.ts";
import { faultCases } from "./faultCaseList.ts";
import { smallerCases } from "./smallerCaseList.ts";
import type { UseCase, UseCommand } from "./useCase.ts";
import { useCases as analystCases } from "./useCaseList.ts";
import { writeUseCaseTables } from "./useCaseTables.ts";

const parts: Readonly<Record<string, readonly UseCase[]>> = {
  "What an analyst met": [...analystCases, ...smallerCases],
  "Faults and hostile input": faultCases,
};

/** Runs what users met, with the command as it is built, and writes what happened then and happens now. */
export const useCases: Benchmark = {
  description: "what new users met, command by command, as it was and as it is: docs/benchmarks/use-cases.md",
  options: {
    data: "a folder with the tables of useCaseTables.R and useCaseTables.py; the others are made there",
    cases: "numbers of cases, separated by commas (all)",
    out: "the Markdown file that the cases are written to, after its first rule (---); those that are not run stay",
  },
  async run({ data, cases, out }) {
    if (data === undefined) throw new UsageError("Give --data, a folder with the tables of useCaseTables.R and .py.");
    const folder = resolve(data);
    writeUseCaseTables(folder);
    const wanted = cases?.split(",");
    const rows: Row[] = [];
    const sections = out === undefined ? new Map<string, string>() : sectionsOn(out);
    for (const one of Object.values(parts).flat()) {
      if (wanted && !wanted.includes(one.number)) continue;
      console.error(`${one.number}: ${one.title}`);
      sections.set(
        one.number,
        sectionOf(
          one,
          one.run.map((each) => shownRun(each, folder)),
        ),
      );
      rows.push({ case: one.number, title: one.title, commands: one.run.length });
      // After each case, so that a run that was stopped leaves what it has.
      if (out !== undefined) writePage(out, pageOf(sections));
    }
    if (out === undefined) console.log(pageOf(sections));
    return Promise.resolve({ title: "Cases", rows, notes: [] });
  },
};

function sectionOf({ number, title, before, now }: UseCase, shown: readonly string[]): string {
  return [
    `### ${number}. ${title}`,
    `Before: ${before}`,
    ...(shown.length > 0 ? [["```text", ...shown, "```"].join("\n")] : []),
    ...(now === "" ? [] : [now]),
  ].join("\n\n");
}

/** A command as it is typed, and the lines that it prints. */
function shownRun({ command, keep }: UseCommand, folder: string): string {
  const lines = outputOf(command, folder)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/…$|^(fitting|measuring|writing|drawing) .* left$|: \d+ %, /.test(line))
    .filter((line) => keep === undefined || keep.some((pattern) => pattern.test(line)))
    .map((line) => line.replaceAll(`${folder}/`, "").replace(/ in [\d.]+ s \([\d.]+ rows per second\)/, ""));
  return [`$ ${command}`, ...lines, ...intervalsOf(command, folder)].join("\n");
}

/** What a command prints, on either stream, whether it succeeds or not. */
function outputOf(command: string, cwd: string): string {
  const binaries = resolve(import.meta.dirname, "../node_modules/.bin");
  const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env["PATH"]}`, COLUMNS: "200" };
  return execFileSync("sh", ["-c", `{ ${command}; } 2>&1 || true`], { cwd, env, encoding: "utf8", maxBuffer: 1e9 });
}

/** How wide the intervals of the predicted classes are in what `predict --out FILE.csv` wrote. */
function intervalsOf(command: string, folder: string): string[] {
  const path = /^kernelbayes predict .*--out (\S+\/predicted\.csv)$/.exec(command)?.[1];
  if (path === undefined || !existsSync(join(folder, path))) return [];
  const [header, ...rows] = readFileSync(join(folder, path), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const label = header.indexOf("label");
  const ends = (side: string): number[] => rows.map((row) => Number(row[header.indexOf(`${side}_${row[label]}`)]));
  const [lower, upper] = [ends("lower"), ends("upper")];
  const widths = lower.map((value, row) => upper[row] - value).toSorted((a, b) => a - b);
  const low = lower.filter((value) => value < 0.5).length;
  return [
    `# predicted class: lower end below 0.5 in ${low} of ${rows.length} rows, median width ${widths[widths.length >> 1].toFixed(3)}`,
  ];
}

/** The sections of cases on a page, by their numbers. */
function sectionsOn(path: string): Map<string, string> {
  const [, cases = ""] = readFileSync(path, "utf8").split("\n---\n");
  const sections = cases.split(/^(?=### )|^## .*$/m).filter((text) => text.startsWith("### "));
  return new Map(sections.map((text) => [text.slice(4, text.indexOf(". ")), text.trimEnd()]));
}

function pageOf(sections: ReadonlyMap<string, string>): string {
  return Object.entries(parts)
    .flatMap(([title, cases]) => [`## ${title}`, ...cases.flatMap(({ number }) => sections.get(number) ?? [])])
    .join("\n\n");
}

/** Writes the cases after the introduction of a page, which is written by hand and ends with a rule. */
function writePage(path: string, text: string): void {
  const [introduction] = readFileSync(path, "utf8").split("\n---\n");
  writeFileSync(path, `${introduction}\n---\n\n${text}\n`);
}
