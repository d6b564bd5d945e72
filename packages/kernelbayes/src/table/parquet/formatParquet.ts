import type { RowGroup, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeColumn } from "hyparquet-writer/src/column.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { asText, type Column, checkWellFormed } from "../column.ts";
import { checkSameColumns } from "../concatenateTables.ts";
import type { TableWriter } from "../format.ts";
import { selectRows, type Table } from "../table.ts";
import { datesKey } from "./footer.ts";

/** Rows in a group, unless the table comes in smaller parts: so much has to be in memory at once, of writer and reader. */
const rowsOfGroup = 100_000;

const signature = 0x31524150; // PAR1
const root: SchemaElement = { name: "table", num_children: 0 };

/**
 * The table as a Parquet file, compressed by Snappy. Numbers are kept bit for bit, but not how they were written: a label column in
 * which `01` and `1` differ has to be a text column. Dates are kept as texts, as the table has them. Reading the file again gives
 * the same table.
 */
export function formatParquet(table: Table): Uint8Array {
  const writer = parquetWriter();
  const parts = [writer.add(table), writer.end()];
  const bytes = new Uint8Array(parts[0].length + parts[1].length);
  bytes.set(parts[0]);
  bytes.set(parts[1], parts[0].length);
  return bytes;
}

/**
 * Writes a Parquet file in parts, of which each becomes a row group or more. The columns are written one by one: the writer of
 * hyparquet would search the whole schema for each of them, which takes minutes for the tens of thousands of a gene table.
 */
export function parquetWriter(): TableWriter<Uint8Array> {
  const writer = new ByteWriter();
  const groups: RowGroup[] = [];
  let first: Table | undefined;
  let rows = 0;

  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };

  return {
    add(table) {
      if (first === undefined) {
        first = table;
        writer.appendUint32(signature);
      } else checkSameColumns(first, table);
      for (let from = 0; from < table.rows; from += rowsOfGroup) {
        const count = Math.min(rowsOfGroup, table.rows - from);
        const places = Array.from({ length: count }, (_, i) => from + i);
        groups.push(writeGroup(writer, count === table.rows ? table : selectRows(table, places)));
      }
      rows += table.rows;
      return taken();
    },
    end() {
      if (first === undefined)
        throw new RangeError("A Parquet file needs a table to begin with, though it may have no rows.");
      const dates = first.columns.filter(({ type }) => type === "date").map(({ name }) => name);
      writeMetadata(writer, {
        version: 2,
        created_by: "kernelbayes",
        schema: [{ ...root, num_children: first.columns.length }, ...first.columns.map(elementOf)],
        num_rows: BigInt(rows),
        row_groups: groups,
        ...(dates.length > 0 && { key_value_metadata: [{ key: datesKey, value: JSON.stringify(dates) }] }),
      } as Parameters<typeof writeMetadata>[1]);
      writer.appendUint32(signature);
      return taken();
    },
  };
}

/** Writes the rows of a table as a row group. */
function writeGroup(writer: ByteWriter, table: Table): RowGroup {
  const start = writer.offset;
  const columns = table.columns.map((column) => {
    const element = elementOf(column);
    const values = valuesOf(column);
    return writeColumn({
      writer,
      column: {
        columnName: column.name,
        element,
        schemaPath: [root, element],
        codec: "SNAPPY",
        compressors: { SNAPPY: snappyCompress },
        stats: false,
        pageSize: 2 ** 20,
        columnIndex: false,
        offsetIndex: false,
        // In a dictionary 0 and −0 would be one.
        ...(column.type === "number" && { encoding: "PLAIN" }),
      },
      pageData: {
        values,
        definitionLevels: values.map((value) => (value === null ? 0 : 1)),
        repetitionLevels: [],
        maxDefinitionLevel: 1,
      },
    }).chunk;
  });
  return { columns, total_byte_size: BigInt(writer.offset - start), num_rows: BigInt(table.rows) };
}

function elementOf({ name, type }: Column): SchemaElement {
  checkWellFormed(name, name);
  return type === "number"
    ? { name, type: "DOUBLE", repetition_type: "OPTIONAL" }
    : {
        name,
        type: "BYTE_ARRAY",
        converted_type: "UTF8",
        logical_type: { type: "STRING" },
        repetition_type: "OPTIONAL",
      };
}

function valuesOf(column: Column): (number | string | null)[] {
  if (column.type === "number") return Array.from(column.values, (value) => (Number.isNaN(value) ? null : value));
  for (const level of column.levels) checkWellFormed(level, column.name);
  return asText(column).map((text) => text ?? null);
}
