import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { InputError, parseCsv, type Table } from "kernelbayes";
import { givenSplits } from "kernelbayes/evaluate";

/** The label column of every benchmark table. */
export const target = "y";

/** A benchmark problem: a table, and the published divisions of its rows. */
export interface BenchmarkProblem {
  readonly name: string;
  readonly table: Table;
  /** Of the two files it was read from. */
  readonly fingerprint: string;
  readonly partitions: readonly Partition[];
}

export interface Partition {
  /** Counted from 1. */
  readonly id: number;
  readonly train: Int32Array;
  readonly test: Int32Array;
}

/** The problems of the folder, in alphabetical order. */
export function problemNames(directory: string): string[] {
  const folder = join(directory, "ida");
  if (!existsSync(folder)) throw noData(`There is no folder ${folder}.`);
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.splits\.json\.gz$/.exec(file)?.[1] ?? []);
  if (names.length === 0) throw noData(`${folder} holds no NAME.splits.json.gz.`);
  return names.toSorted();
}

/** Reads a problem from `DIR/FOLDER/NAME.csv.gz` and `DIR/FOLDER/NAME.splits.json.gz`. Labels are read as text. */
export function readProblem(directory: string, name: string, folder = "ida"): BenchmarkProblem {
  const paths = ["csv.gz", "splits.json.gz"].map((ending) => join(directory, folder, `${name}.${ending}`));
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw noData(`There is no file ${missing}.`);
  const [rows, splits] = paths.map((path) => readFileSync(path));
  const table = parseCsv(decompressed(rows, paths[0]), { types: { [target]: "text" } });
  return {
    name,
    table,
    fingerprint: createHash("sha256").update(rows).update(splits).digest("hex").slice(0, 12),
    partitions: partitionsOf(decompressed(splits, paths[1]), paths[1], table.rows),
  };
}

/** The partition of that number. */
export function partitionOf({ name, partitions }: BenchmarkProblem, id: number): Partition {
  const found = partitions.find((partition) => partition.id === id);
  if (found) return found;
  throw new InputError("unknown-partition", `${name} has no partition ${id}; it has ${partitions.length}.`);
}

function partitionsOf(bytes: Uint8Array, path: string, rows: number): Partition[] {
  try {
    const document = JSON.parse(new TextDecoder().decode(bytes)) as {
      readonly rows: number;
      readonly indexBase: number;
      readonly partitions: readonly { readonly id: number; readonly train: readonly number[] }[];
    };
    if (document.rows !== rows || document.indexBase !== 0) {
      throw new InputError("invalid-split", `it should divide ${rows} rows, counted from 0.`);
    }
    const splits = givenSplits(document.partitions, rows);
    return splits.map(({ train, test }, index) => ({ id: document.partitions[index].id, train, test }));
  } catch (error) {
    if (error instanceof InputError || error instanceof SyntaxError || error instanceof TypeError) {
      throw new InputError("damaged-file", `${path} does not hold the partitions of its table: ${error.message}`);
    }
    throw error;
  }
}

function decompressed(bytes: Uint8Array, path: string): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new InputError("damaged-file", `${path} is damaged or cut short (${(error as Error).message}).`);
  }
}

function noData(reason: string): InputError {
  return new InputError(
    "no-benchmark-data",
    `${reason} Benchmark data are not part of the project; name the folder DIR that holds them (option \`data\`). Each problem ` +
      "is a table DIR/ida/NAME.csv.gz (features, then the label column y) beside DIR/ida/NAME.splits.json.gz " +
      '({ "rows": 270, "indexBase": 0, "partitions": [{ "id": 1, "train": [0, 1, …] }] }).',
  );
}
