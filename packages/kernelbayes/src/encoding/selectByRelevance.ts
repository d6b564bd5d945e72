import { marginalRelevance, mostRelevant } from "../evaluate/marginalRelevance.ts";
import { selectRows, type Table } from "../table/table.ts";
import { encode } from "./encode.ts";
import { columnGroups, type ColumnEncoding, type Encoding } from "./encoding.ts";

/** Training rows of a table, with their classes and weights. */
export interface TableRows {
  readonly rows: Int32Array;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/**
 * The encoding with the `count` columns of the table that lie furthest apart between the classes, in their order; of equals the
 * first. A column counts by the marginal relevance of all it is encoded as; a category by that of its indicators, also where
 * it is coded otherwise.
 */
export function selectByRelevance(
  encoding: Encoding,
  table: Table,
  { rows, classes, weights }: TableRows,
  count: number,
): Encoding {
  const { columns } = encoding;
  if (count >= columns.length) return encoding;
  const measured = { ...encoding, columns: columns.map(withIndicators) };
  const X = encode(measured, rows.length === table.rows ? table : selectRows(table, rows));
  const relevance = marginalRelevance(X, classes, { weights, groups: columnGroups(measured) });
  return {
    ...encoding,
    columns: mostRelevant(relevance, count).map((place) => columns[place]),
    selectedFrom: columns.length,
  };
}

function withIndicators(column: ColumnEncoding): ColumnEncoding {
  return column.kind === "category" ? { ...column, coding: "one-hot" } : column;
}
