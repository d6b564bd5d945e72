import { InputError } from "../../errors.ts";
import { textOfCell, type Cell } from "../columnFromCells.ts";
import { declaredType, typeFinder, type ColumnProgress } from "../columnFromTexts.ts";
import { decodeStream } from "./decodeText.ts";
import type { RowColumn, RowReader, Rows, TableOptions } from "../format.ts";
import { checkShape, limitsOf, mostRows } from "../limits.ts";
import { quote } from "../quote.ts";
import type { Table } from "../table.ts";
import { optionsOf, progressOf, tableFromCells } from "./parseByRows.ts";

/** Rows of more cells than this may have gaps of thousands. */
const wideRow = 1000;

/** Characters that are read before chunks are handed over. */
const longestPiece = 2 ** 16;

/** The bytes of a text. */
export interface TextSource {
  /** The bytes from the beginning. */
  open(): AsyncIterable<Uint8Array>;
  /** Whether the text can be opened a second time. */
  readonly canReopen: boolean;
}

/** The columns of a whole text, with what the cells say of them. */
interface Heading {
  readonly columns: readonly RowColumn[];
  readonly progress: readonly ColumnProgress[];
}

/**
 * The rows of a text as tables of `size` rows, the last one shorter, at least one. Memory is needed for one chunk, however long
 * the text is. Where `size` rows would be more than the limits allow to a table, all chunks are shorter.
 *
 * All chunks have the columns and types that the whole text would have. A text that can be opened twice is therefore read twice,
 * unless format and caller together declare all types. If it cannot, the first chunk decides, and what contradicts it later is
 * an `InputError`.
 */
export async function* chunksByRows(
  rows: Rows,
  source: TextSource,
  options: TableOptions,
  size: number,
): AsyncGenerator<Table> {
  const limits = limitsOf(options);
  let pending: Cell[][] = [];
  let lines: number[] = [];
  let before = 0; // rows in earlier chunks
  let heading =
    source.canReopen && !(await typesAreDeclared(rows, source, options))
      ? await scan(rows, source, options)
      : undefined;
  const reader: RowReader = rows(options, (row, line) => {
    pending.push(row);
    lines.push(line);
  });
  const full = (): number => {
    const columns = heading?.columns.length ?? reader.columns.length;
    if (columns > limits.cells) checkShape(limits, 1, columns, "The table");
    return Math.min(size, mostRows(limits, columns));
  };

  const chunk = (count: number): Table => {
    const isFirst = heading === undefined;
    const { columns, progress } = (heading ??= { columns: [...reader.columns], progress: provisional(reader) });
    const rowsOfChunk = pending.slice(0, count);
    const linesOfChunk = lines.slice(0, count);
    const stranger = rowsOfChunk.findIndex((row) => row.length > columns.length);
    if (stranger >= 0)
      throw newColumn(reader.columns[columns.length].name, linesOfChunk[stranger], before + stranger + 1);
    const first = before + 1;
    const placeOf = (row: number): { line: number; row: number } => ({ line: linesOfChunk[row], row: first + row });
    const table = tableFromCells({ ...reader, columns }, rowsOfChunk, options, placeOf, progress);
    if (isFirst) table.columns.forEach((column, j) => (progress[j].type = column.type));
    pending = pending.slice(count);
    lines = lines.slice(count);
    before += count;
    return table;
  };

  for await (const text of decodeStream(source.open(), options)) {
    // Rows of one piece wait in memory, so a long piece is taken in parts.
    for (let from = 0; from < text.length; from += longestPiece) {
      reader.read(text.slice(from, from + longestPiece));
      while (pending.length >= full()) yield chunk(full());
    }
  }
  reader.end();
  while (pending.length >= full()) yield chunk(full());
  if (reader.columns.length === 0) throw new InputError("empty-table", "The text is empty: there is no row.");
  if (pending.length > 0 || before === 0) yield chunk(pending.length);
}

/** Whether the types of all columns are known without looking at the cells. Reads as far as the first row. */
async function typesAreDeclared(rows: Rows, source: TextSource, options: TableOptions): Promise<boolean> {
  let hasRow = false;
  const reader = rows(options, () => {
    hasRow = true;
  });
  for await (const piece of decodeStream(source.open(), options)) {
    reader.read(piece);
    if (hasRow) break;
  }
  return (
    hasRow &&
    reader.isComplete &&
    reader.columns.every(({ name, type }) => type !== undefined || declaredType(name, options) !== undefined)
  );
}

/** Reads a text for its columns and their types alone. */
async function scan(rows: Rows, source: TextSource, options: TableOptions): Promise<Heading> {
  const finders: { see(cell: Cell, line: number): void; seen: number; progress(): ColumnProgress }[] = [];
  let count = 0;
  const reader: RowReader = rows(options, (cells, line) => {
    count++;
    const see = (j: number): void => {
      while (finders.length <= j) finders.push(cellFinder(reader, finders.length, options));
      const cell = cells[j];
      if (cell !== undefined) finders[j].see(cell, line);
    };
    // A wide row may be sparse: what it lacks is not looked at.
    if (cells.length > wideRow) for (const j of Object.keys(cells)) see(Number(j));
    else for (let j = 0; j < cells.length; j++) see(j);
  });
  for await (const piece of decodeStream(source.open(), options)) reader.read(piece);
  reader.end();
  while (finders.length < reader.columns.length) finders.push(cellFinder(reader, finders.length, options));
  if (reader.absent !== undefined) {
    for (const finder of finders) if (finder.seen < count) finder.see(reader.absent, 0);
  }
  return { columns: [...reader.columns], progress: finders.map((finder) => finder.progress()) };
}

/** Finds what the cells of one column say of it. */
function cellFinder(
  reader: RowReader,
  j: number,
  options: TableOptions,
): { see(cell: Cell, line: number): void; seen: number; progress(): ColumnProgress } {
  const { name, type } = reader.columns[j];
  const finder = typeFinder(optionsOf(reader, options));
  let hasTexts = false;
  return {
    seen: 0,
    see(cell, line) {
      this.seen++;
      if (typeof cell !== "number" && cell !== null) hasTexts = true;
      finder.see(textOfCell(cell, name, () => ({ line }), 0));
    },
    progress: () => ({ type: type ?? finder.found(), hasTexts, longNumbers: 0, longDiffer: false }),
  };
}

/** What is known before the first chunk, which will decide; types that the format declares stand. */
function provisional(reader: RowReader): ColumnProgress[] {
  return progressOf(reader).map((progress) => ({ ...progress, isProvisional: progress.type === undefined }));
}

function newColumn(name: string, line: number, row: number): InputError {
  return new InputError(
    "new-column",
    `Line ${line} is the first with a value for ${quote(name)}, but rows before it have been handed over without that column.`,
    { line, row, column: name },
    "Read from a file, of which all rows can be seen before, or in larger chunks.",
  );
}
