import { tableFromColumns, type Table } from "kernelbayes";
import { formats, type TableFormat } from "kernelbayes/table";
import { parseAnyTable } from "kernelbayes/node";
import { workbookOf } from "../workbookOf.ts";
import { damaged, verdictOf, type Random, type Subject } from "./subject.ts";

interface TableInput {
  readonly format: TableFormat;
  /** In base 64. */
  readonly bytes: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const names = Object.keys(formats) as TableFormat[];

/** Damaged tables of every format, read with any options. */
export const tables: Subject<TableInput> = {
  generate(random) {
    const format = random.pick(names);
    const bytes = random.next() < 0.1 ? randomBytes(random) : damaged(written(format, random), random);
    return { format, bytes: Buffer.from(bytes).toString("base64"), options: optionsOf(random) };
  },
  judge: ({ format, bytes, options }) =>
    verdictOf(async () => {
      const { rows, columns } = await parseAnyTable(Buffer.from(bytes, "base64"), format, options);
      for (const column of columns) {
        const length = column.type === "number" ? column.values.length : column.codes.length;
        if (length !== rows) throw new Error(`Column ${column.name} has ${length} cells in a table of ${rows} rows.`);
        if (column.type !== "number" && column.codes.some((code) => code < -1 || code >= column.levels.length)) {
          throw new Error(`Column ${column.name} has a code without a level.`);
        }
      }
    }),
};

function optionsOf({ next, pick }: Random): Readonly<Record<string, unknown>> {
  return {
    ...(next() < 0.2 && { delimiter: pick([",", ";", "\t", "|", "", ",,"]) }),
    ...(next() < 0.2 && { decimal: pick([".", ",", "x"]) }),
    ...(next() < 0.2 && { encoding: pick(["utf-8", "latin1", "utf-16le", "no-such"]) }),
    ...(next() < 0.2 && { skip: pick([0, 1, 3, -1, 0.5]) }),
    ...(next() < 0.2 && { sheet: pick(["data", "2", 1, 7, ""]) }),
    ...(next() < 0.2 && { limits: { [pick(["rows", "columns", "cells", "width"])]: pick([0, 1, 3, 1e9, -1]) } }),
  };
}

function randomBytes({ below }: Random): Uint8Array {
  return Uint8Array.from({ length: below(200) }, () => below(256));
}

const cells = [
  "1",
  "-2.5",
  "0x1",
  "1,5",
  "1e400",
  "NA",
  "",
  "a b",
  '"q"',
  "=1+1",
  "2024-02-30",
  "\u001b[31m",
  "ü",
  "\uFEFF",
  "true",
];

/** A sound table in the format. */
function written(format: TableFormat, random: Random): Uint8Array {
  const { below, pick, next } = random;
  const rows = below(6);
  const table: Table = tableFromColumns({
    x: Array.from({ length: rows }, () => (next() < 0.2 ? null : 10 ** (20 * next() - 10))),
    [pick(["y", "a,b", "\u0000", "label"])]: Array.from({ length: rows }, () => pick(cells)),
  });
  const objects = Array.from({ length: rows }, (_, row) => ({ x: row, y: pick(cells) }));
  if (format === "json") return Buffer.from(JSON.stringify(objects));
  if (format === "ndjson") return Buffer.from(objects.map((object) => JSON.stringify(object)).join("\n"));
  if (format === "libsvm")
    return Buffer.from(Array.from({ length: rows }, () => `${pick(["1", "-1"])} 1:0.5 3:2`).join("\n"));
  if (format === "xlsx") {
    const line = (): (string | number | Date | null)[] => [pick(cells), below(9), new Date(below(1e9) * 1000), null];
    return workbookOf({ data: [["x", "y", "z"], ...Array.from({ length: rows }, line)], other: [] });
  }
  const writer = formats[format].writer?.();
  if (writer === undefined) throw new Error(`Nothing writes ${format}.`);
  return Buffer.concat([writer.add(table), writer.end()].map((part) => Buffer.from(part)));
}
