import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { canonicalText } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { InputError } from "kernelbayes";

/** Single results that are kept in the repository, so that a clone makes the pages of them and runs only what is missing. */
export interface KeptResults {
  /** The result of an experiment, whatever engine and version computed it; undefined where there is none. */
  of(experiment: Experiment): ResultRow | undefined;
  readonly count: number;
}

export const noResults: KeptResults = { of: () => undefined, count: 0 };

const suffix = ".jsonl.gz";

/** The results of a folder: a file for each data set, a line for each result. */
export function readKeptResults(directory: string): KeptResults {
  const rows = readRows(directory);
  return { of: (experiment) => rows.get(identityOf(experiment)), count: rows.size };
}

/**
 * Adds results to a folder, in place of those of the same experiments. Left out are failures, and the forecasts of single test rows, which no page
 * needs and which would take most of the room. Numbers have seven digits. Files are written whole or not at all, and are the same for the same rows.
 */
export function keepResults(directory: string, added: readonly ResultRow[]): void {
  mkdirSync(directory, { recursive: true });
  const rows = readRows(directory);
  for (const row of added) if (row.status === "done") rows.set(identityOfRow(row), row);
  const datasets = new Map<string, string[]>();
  for (const [identity, row] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { key: _key, code: _code, forecasts: _forecasts, status: _status, error: _error, ...kept } = row;
    const line = JSON.stringify({ identity, ...kept }, rounded);
    datasets.set(row.dataset, [...(datasets.get(row.dataset) ?? []), line]);
  }
  for (const [dataset, lines] of datasets) {
    const file = join(directory, `${dataset}${suffix}`);
    writeFileSync(`${file}.partial`, gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
    renameSync(`${file}.partial`, file);
  }
}

function readRows(directory: string): Map<string, ResultRow> {
  const rows = new Map<string, ResultRow>();
  if (!existsSync(directory)) return rows;
  for (const file of readdirSync(directory)
    .filter((name) => name.endsWith(suffix))
    .toSorted()) {
    try {
      const lines = gunzipSync(readFileSync(join(directory, file)))
        .toString("utf8")
        .split("\n");
      for (const line of lines) if (line !== "") addLine(rows, line);
    } catch (error) {
      throw new InputError(
        "damaged-results",
        `${join(directory, file)} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
        {},
        "Take it from the repository again, or remove it.",
      );
    }
  }
  return rows;
}

function addLine(rows: Map<string, ResultRow>, line: string): void {
  const { identity, ...kept } = JSON.parse(line) as Omit<
    ResultRow,
    "key" | "code" | "forecasts" | "status" | "error"
  > & {
    readonly identity: string;
  };
  const numbers = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value ?? Number.NaN]));
  rows.set(identity, {
    ...(numbers as unknown as ResultRow),
    key: identity,
    code: "kept",
    forecasts: "",
    status: "done",
    error: "",
  });
}

/** An experiment without what its result does not depend on beyond rounding. */
function identityOf({ engine: _engine, library: _library, ...experiment }: Experiment): string {
  return canonicalText(experiment);
}

function identityOfRow({ dataset, fingerprint, partition, method, options, seed }: ResultRow): string {
  return canonicalText({ dataset, fingerprint, partition, method, options: JSON.parse(options) as unknown, seed });
}

/** Seven digits are more than any page shows. JSON has no NaN, which becomes null. */
function rounded(name: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isInteger(value)) return value;
  return Number.isFinite(value) ? Number(value.toPrecision(7)) : name === "" ? value : null;
}
