import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Table } from "kernelbayes";
import { banana, twonorm } from "kernelbayes/data";
import { stream } from "kernelbayes/numeric";
import { formatCsv, tableOf } from "kernelbayes/table";
import { onTestFinished } from "vitest";

/** A folder that is removed when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "experiment-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A folder with two small problems of three partitions each, in the form of the benchmark's. */
export function sampleData(folder: string = temporaryFolder()): string {
  mkdirSync(join(folder, "ida"), { recursive: true });
  writeProblem(folder, "banana", banana({ rows: 60, seed: 1 }));
  writeProblem(folder, "twonorm", twonorm({ rows: 80, seed: 2 }));
  return folder;
}

/** Writes a table whose label column is its last, with three random partitions of half the rows. */
function writeProblem(folder: string, name: string, table: Table): void {
  const { columns, rows } = table;
  const named = tableOf([...columns.slice(0, -1), { ...columns[columns.length - 1], name: "y" }]);
  const partitions = [1, 2, 3].map((id) => {
    const random = stream(id);
    const order = Array.from({ length: rows }, (_, row) => ({ row, at: random.uniform() }));
    const half = order.toSorted((a, b) => a.at - b.at).slice(0, rows / 2);
    return { id, origin: "generated", train: half.map(({ row }) => row).toSorted((a, b) => a - b) };
  });
  const splits = { name, rows, indexBase: 0, partitions };
  writeFileSync(join(folder, "ida", `${name}.csv.gz`), gzipSync(formatCsv(named)));
  writeFileSync(join(folder, "ida", `${name}.splits.json.gz`), gzipSync(JSON.stringify(splits)));
}
