import { argv, cpuUsage } from "node:process";
import { fileURLToPath } from "node:url";
import { inferSchema, initParser } from "udsv";
import { parseCsv } from "../packages/kernelbayes/src/table/parseCsv.ts";

/** What reading one kind of text took, in milliseconds of processor time: the least of several runs, turn by turn. */
export interface CsvTiming {
  readonly cells: string;
  readonly own: number;
  /** udsv to columns of texts. */
  readonly udsvTexts: number;
  /** udsv to columns of numbers. */
  readonly udsvNumbers: number;
  /** `own / udsvNumbers`; both end with numbers. At most 2. */
  readonly ratio: number;
}

const kinds: Readonly<Record<string, (value: number) => string>> = {
  "4 decimals": (value) => (10 * value).toFixed(4),
  "17 digits": String,
  "quoted, 4 decimals": (value) => `"${(10 * value).toFixed(4)}"`,
  "whole numbers": (value) => String(Math.floor(100 * value)),
};

/** Reads 200 000 × 12 numbers of CSV by `parseCsv` and by udsv, and compares the processor times of one run. */
export function* csvTimings(rows = 200_000, columns = 12, runs = 5): Generator<CsvTiming> {
  for (const [cells, format] of Object.entries(kinds)) {
    const text = csvOf(rows, columns, format);
    const least = { own: Infinity, udsvTexts: Infinity, udsvNumbers: Infinity };
    for (let run = 0; run < runs; run++) {
      least.own = Math.min(
        least.own,
        processorTime(() => parseCsv(text)),
      );
      least.udsvTexts = Math.min(
        least.udsvTexts,
        processorTime(() => initParser(inferSchema(text)).stringCols(text)),
      );
      least.udsvNumbers = Math.min(
        least.udsvNumbers,
        processorTime(() => initParser(inferSchema(text)).typedCols(text)),
      );
    }
    yield { cells, ...least, ratio: least.own / least.udsvNumbers };
  }
}

function csvOf(rows: number, columns: number, format: (value: number) => string): string {
  const lines = [Array.from({ length: columns }, (_, j) => `x${j + 1}`).join(",")];
  let k = 0;
  for (let i = 0; i < rows; i++) {
    lines.push(Array.from({ length: columns }, () => format(scattered(k++))).join(","));
  }
  // Through bytes and back: one flat string, as a file gives it.
  return new TextDecoder().decode(new TextEncoder().encode(`${lines.join("\n")}\n`));
}

/** Numbers all over (0, 1), the same in every run: fractional parts of multiples of the golden ratio. */
function scattered(k: number): number {
  return ((k + 1) * 0.6180339887498949) % 1;
}

function processorTime(work: () => unknown): number {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const { cells, own, udsvTexts, udsvNumbers, ratio } of csvTimings()) {
    const times = `parseCsv ${own.toFixed(0)} ms, udsv ${udsvNumbers.toFixed(0)} ms (texts only: ${udsvTexts.toFixed(0)} ms)`;
    console.log(`${cells.padEnd(20)} ratio ${ratio.toFixed(2)}   ${times}`);
  }
}
