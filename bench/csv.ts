import { parseCsv } from "kernelbayes";
import { inferSchema, initParser } from "udsv";
import { numberOf, type Benchmark } from "./benchmark.ts";
import { cpuMilliseconds } from "./cpuTime.ts";

const kinds: Readonly<Record<string, (value: number) => string>> = {
  "4 decimals": (value) => (10 * value).toFixed(4),
  "17 digits": String,
  "4 decimals, quoted": (value) => `"${(10 * value).toFixed(4)}"`,
  "whole numbers": (value) => String(Math.floor(100 * value)),
};

const columns = 12;

/** The same text read by `parseCsv` and by udsv, in turns, so that what else the machine does hits both. */
export const csv: Benchmark = {
  description: "reads a CSV text of 12 number columns, beside udsv",
  options: { rows: "number of rows (200000)", repeats: "runs of each, the fastest of which counts (5)" },
  async run({ rows = "200000", repeats = "5" }) {
    const rowCount = numberOf(rows, "rows");
    const runs = numberOf(repeats, "repeats");
    const results = Object.entries(kinds).map(([cells, format]) => {
      const text = csvOf(rowCount, format);
      const parser = (): ReturnType<typeof initParser> => initParser(inferSchema(text));
      let own = Infinity;
      let texts = Infinity;
      let numbers = Infinity;
      for (let run = 0; run < runs; run++) {
        own = Math.min(
          own,
          cpuMilliseconds(() => parseCsv(text)),
        );
        texts = Math.min(
          texts,
          cpuMilliseconds(() => parser().stringCols(text)),
        );
        numbers = Math.min(
          numbers,
          cpuMilliseconds(() => parser().typedCols(text)),
        );
      }
      return {
        cells,
        "parseCsv ms": Math.round(own),
        "udsv numbers ms": Math.round(numbers),
        "udsv texts ms": Math.round(texts),
        "to udsv numbers": Number((own / numbers).toFixed(2)),
        "to udsv texts": Number((own / texts).toFixed(2)),
      };
    });
    const worst = Math.max(...results.map((result) => result["to udsv numbers"]));
    return {
      title: `Reading ${rowCount} × ${columns} numbers of CSV, CPU milliseconds`,
      rows: results,
      notes: [
        `Worst ratio to udsv with numbers: ${worst} (goal: at most 2).`,
        "udsv takes the types from the first rows and does not check the number of cells; parseCsv looks at every cell.",
      ],
    };
  },
};

function csvOf(rows: number, format: (value: number) => string): string {
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
