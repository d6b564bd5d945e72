import { asText, type Column, type ColumnType, writtenNumbers } from "../column.ts";
import { checkSameColumns } from "../concatenateTables.ts";
import type { TableWriter } from "../format.ts";
import type { Table } from "../table.ts";

export interface FormatArffOptions {
  /** The name of the relation. Default: `"table"`. */
  readonly relation?: string;
}

/**
 * The table as text in the attribute-relation file format of Weka. Number columns are numeric attributes, text columns nominal ones
 * (string if they have no level), date columns dates. `parseArff` gives the same table again, cells as they were written.
 */
export function formatArff(table: Table, { relation = "table" }: FormatArffOptions = {}): string {
  return headerOf(table, relation, typeOf) + rowsOf(table);
}

/** Writes a table in parts. Text columns are string attributes, because later parts may have other levels. */
export function arffWriter(): TableWriter<string> {
  let first: Table | undefined;
  return {
    add(table) {
      if (first !== undefined) {
        checkSameColumns(first, table);
        return rowsOf(table);
      }
      first = table;
      return headerOf(table, "table", ({ type }) => openTypes[type]) + rowsOf(table);
    },
    end: () => "",
  };
}

const openTypes: Readonly<Record<ColumnType, string>> = { number: "numeric", text: "string", date: "date" };

function headerOf(table: Table, relation: string, typeOf: (column: Column) => string): string {
  const attributes = table.columns.map((column) => `@attribute ${formatValue(column.name)} ${typeOf(column)}\n`);
  return `@relation ${formatValue(relation)}\n\n${attributes.join("")}\n@data\n`;
}

function rowsOf(table: Table): string {
  const columns = table.columns.map((column) => (column.type === "number" ? writtenNumbers(column) : asText(column)));
  const rows = Array.from({ length: table.rows }, (_, row) => {
    const values = columns.map((cells) => (cells[row] === undefined ? "?" : formatValue(cells[row])));
    return `${values.join(",")}\n`;
  });
  return rows.join("");
}

function typeOf(column: Column): string {
  const { type, levels } = column.type === "number" ? { type: column.type, levels: [] } : column;
  if (type === "text" && levels.length > 0) return `{${levels.map(formatValue).join(",")}}`;
  if (type !== "date") return openTypes[type];
  const found = datePatterns.find(({ dates }) => levels.every((level) => dates.test(level)));
  return found === undefined ? openTypes.date : `date "${found.pattern}"`;
}

/** How programs that read dates by a pattern are told it, where all dates of a column have one. */
const datePatterns: readonly { readonly dates: RegExp; readonly pattern: string }[] = [
  { dates: /^[\d-]{10}$/, pattern: "yyyy-MM-dd" },
  { dates: /^[\d-]{10}T[\d:]{8}$/, pattern: "yyyy-MM-dd'T'HH:mm:ss" },
  { dates: /^[\d-]{10} [\d:]{8}$/, pattern: "yyyy-MM-dd HH:mm:ss" },
  { dates: /^[\d-]{10}T[\d:]{8}\.\d{3}Z$/, pattern: "yyyy-MM-dd'T'HH:mm:ss.SSSX" },
];

/** Characters that are not written as they are, even within quotation marks. */
const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Values with other than plain characters stand in single quotation marks. */
function formatValue(text: string): string {
  if (text !== "" && text !== "?" && !/[\s,{}%'"\\\p{C}]/u.test(text)) return text;
  const escaped = text.replaceAll(/['"%\\]|\p{Cc}/gu, (character) =>
    /\p{Cc}/u.test(character)
      ? (escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
      : `\\${character}`,
  );
  return `'${escaped}'`;
}
