import { columnFromArray, float64, tableFromColumns, tableToIPC, utf8 } from "@uwdata/flechette";
import { asText, type Column, checkWellFormed } from "../column.ts";
import { checkSameColumns } from "../concatenateTables.ts";
import type { TableWriter } from "../format.ts";
import type { Table } from "../table.ts";
import { datesKey } from "./parseArrow.ts";

/** How a stream ends: the mark of a message without length. */
const endOfStream = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/**
 * The table as an Arrow file (also called Feather 2), in one record batch. As in `formatParquet`, numbers are kept bit for bit, but not
 * how they were written, and dates are kept as texts. Reading the file again gives the same table.
 */
export function formatArrow(table: Table): Uint8Array {
  return encode(table, "file");
}

/** Writes an Arrow stream in parts, of which each becomes a record batch. A stream has no table of contents at its end. */
export function arrowWriter(): TableWriter<Uint8Array> {
  let first: Table | undefined;
  return {
    add(table) {
      const bytes = encode(table, "stream");
      const batch = bytes.subarray(0, bytes.length - endOfStream.length);
      if (first === undefined) {
        first = table;
        return batch;
      }
      checkSameColumns(first, table);
      const schemaLength = 8 + new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true);
      return batch.subarray(schemaLength);
    },
    end() {
      if (first === undefined)
        throw new RangeError("An Arrow stream needs a table to begin with, though it may have no rows.");
      return endOfStream;
    },
  };
}

function encode(table: Table, format: "file" | "stream"): Uint8Array {
  const columns = table.columns.map((column) => [column.name, columnOf(column)] as const);
  const arrow = tableFromColumns(columns.map(([name, column]) => [name, column]));
  const dates = table.columns.filter(({ type }) => type === "date").map(({ name }) => name);
  if (dates.length > 0) arrow.schema.metadata = new Map([[datesKey, JSON.stringify(dates)]]);
  const bytes = tableToIPC(arrow, { format });
  if (bytes === null) throw new RangeError("An Arrow table was written to nowhere.");
  return bytes;
}

function columnOf(column: Column): ReturnType<typeof columnFromArray> {
  checkWellFormed(column.name, column.name);
  if (column.type === "number") {
    const values = Array.from(column.values, (value) => (Number.isNaN(value) ? null : value));
    return columnFromArray(values, float64());
  }
  for (const level of column.levels) checkWellFormed(level, column.name);
  return columnFromArray(
    asText(column).map((text) => text ?? null),
    utf8(),
  );
}
