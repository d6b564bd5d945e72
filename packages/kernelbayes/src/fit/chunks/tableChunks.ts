import type { Table } from "../../table/table.ts";

/**
 * A table that is read in chunks, as often as it is asked for: the same rows in the same order each time, in chunks of the same numbers of rows, all with the same
 * columns and types. `tableChunks` of `kernelbayes/node` makes one of a file or of a folder of files.
 */
export interface TableChunks {
  /** The rows from the beginning. */
  read(): AsyncIterable<Table>;
}
