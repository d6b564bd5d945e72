import { tableFromIPC } from "@uwdata/flechette";
import { InputError } from "../../errors.ts";
import type { CellOptions } from "../columnFromTexts.ts";
import { nestedColumns } from "../columnErrors.ts";
import { concatenateTables } from "../concatenateTables.ts";
import { damaged, readingOf } from "../damaged.ts";
import type { RandomAccess } from "../format.ts";
import { tablesFromBytes, tablesFromSource, type Steps } from "../steps.ts";
import { checkDeclaredTypes, checkNames, tableOf, type Table } from "../table.ts";
import { typedColumn } from "../typedColumn.ts";
import { cellsOfBatch, isNested, kindOf } from "./cellsOfBatch.ts";
import { checkMessage, messageTypes } from "./checkMessage.ts";
import { registerCodecs } from "./registerCodecs.ts";
import { footerStart, schemaOfFooter, trailerLength } from "./schemaOfFooter.ts";

/** The name under which a file keeps which of its text columns are dates. */
export const datesKey = "kernelbayes.dates";

/** How a file begins and ends; a stream does not. */
const signature = "ARROW1";

/** A batch with more cells than this would not fit into memory. */
const mostCells = 2 ** 28;

/**
 * A table from the bytes of an Arrow file (also called Feather 2), or of an Arrow stream. Columns have the types that the file declares,
 * unless `types` says otherwise; null is missing, and so is what `missing` lists.
 */
export function parseArrow(input: string | Uint8Array, options: CellOptions = {}): Table {
  if (typeof input === "string")
    throw new InputError("binary-input", "An Arrow file is read from bytes, not from text.");
  return concatenateTables(tablesFromBytes(arrowSteps(input.length, options), input));
}

/** The record batches of an Arrow file or stream, one after the other; no more than one is in memory, beside dictionaries. */
export function arrowGroups(source: RandomAccess, options: CellOptions): AsyncGenerator<Table> {
  return tablesFromSource(arrowSteps(source.length, options), source);
}

/** A file is a stream between two signatures, with a table of contents behind it that is not needed to read it in order. */
function* arrowSteps(fileLength: number, options: CellOptions): Steps {
  registerCodecs();
  const isFile = fileLength >= 8 && textOf((yield { from: 0, to: 8 }).subarray(0, 6)) === signature;
  if (isFile && textOf(yield { from: fileLength - 6, to: fileLength }) !== signature) {
    throw damaged("Arrow", `it does not end in ${signature}`);
  }
  const end = isFile ? fileLength - 6 : fileLength;
  let position = isFile ? 8 : 0;
  let schema: Uint8Array | undefined;
  const dictionaries: Uint8Array[] = [];
  let before = 0;
  let hasRecords = false;
  while (position + 4 <= end) {
    const prefix = yield { from: position, to: Math.min(position + 8, end) };
    const { start, length } = prefixed(prefix, position);
    if (length === 0) break; // the end of the stream
    if (length > end - start) throw damaged("Arrow", "a message exceeds the file");
    const head = yield { from: start, to: start + length };
    const { type, bodyLength, rows } = checkMessage(head);
    const body = start + length;
    if (!(bodyLength >= 0 && bodyLength <= end - body)) throw damaged("Arrow", "a message exceeds the file");
    const message = messageOf(head, yield { from: body, to: body + bodyLength });
    position = body + bodyLength;
    if (schema === undefined && type !== messageTypes.schema) {
      if (!isFile) throw damaged("Arrow", "it does not begin with a schema");
      const footer = footerStart(yield { from: fileLength - trailerLength, to: fileLength }, fileLength);
      const own = schemaOfFooter(yield { from: footer, to: fileLength - trailerLength });
      checkMessage(own);
      schema = messageOf(own, new Uint8Array());
    }
    if (type === messageTypes.schema) schema ??= message;
    else if (type === messageTypes.dictionary) dictionaries.push(message);
    else {
      if (schema === undefined) throw damaged("Arrow", "it has no schema");
      yield readMessages([schema, ...dictionaries, message], rows, options, before);
      before += rows;
      hasRecords = true;
    }
  }
  if (schema === undefined) throw damaged("Arrow", "it has no schema");
  if (!hasRecords) yield readMessages([schema], 0, options, 0);
}

/** Where the head of a message begins, and its length, which older files tell without a mark before it. */
function prefixed(prefix: Uint8Array, position: number): { start: number; length: number } {
  const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength);
  const isMarked = view.getInt32(0, true) === -1;
  if (isMarked && prefix.length < 8) throw damaged("Arrow", "a message is cut off");
  const length = view.getInt32(isMarked ? 4 : 0, true);
  if (length < 0) throw damaged("Arrow", "a message has a negative length");
  return { start: position + (isMarked ? 8 : 4), length };
}

/** A message by itself, in memory of its own and aligned as numbers need it. */
function messageOf(head: Uint8Array, body: Uint8Array): Uint8Array {
  const padded = Math.ceil(head.length / 8) * 8;
  const message = new Uint8Array(8 + padded + body.length);
  const view = new DataView(message.buffer);
  view.setInt32(0, -1, true);
  view.setInt32(4, padded, true);
  message.set(head, 8);
  message.set(body, 8 + padded);
  return message;
}

function readMessages(messages: Uint8Array[], rows: number, options: CellOptions, before: number): Table {
  return readingOf("Arrow", () => {
    const { schema, children } = tableFromIPC(messages, {
      useBigInt: true,
      useBigIntTimestamp: true,
      useDecimalInt: true,
    });
    if (schema.fields.length === 0) throw new InputError("empty-table", "The Arrow file has no columns.");
    if (schema.endianness === 1) throw damaged("Arrow", "its bytes are in big-endian order, which cannot be read");
    const nested = schema.fields.filter(({ type }) => isNested(type)).map(({ name }) => name);
    if (nested.length > 0) throw nestedColumns(nested);
    const names = schema.fields.map(({ name }) => name ?? "");
    checkNames(names);
    checkDeclaredTypes(names, options);
    if (!(rows >= 0 && rows * names.length <= mostCells)) throw tooLarge(rows, names.length);
    const dates = new Set<unknown>(JSON.parse(schema.metadata?.get(datesKey) ?? "[]") as unknown[]);
    return tableOf(
      names.map((name, j) => {
        const batch = children[j].data.at(0);
        if ((batch?.length ?? 0) !== rows) throw damaged("Arrow", "columns differ in length");
        const cells =
          batch === undefined
            ? { type: kindOf(name, schema.fields[j].type), cells: [] }
            : cellsOfBatch(name, batch, before);
        return typedColumn(
          name,
          dates.has(name) && cells.type === "text" ? { ...cells, type: "date" } : cells,
          options,
          before,
        );
      }),
    );
  });
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function tooLarge(rows: number, columns: number): InputError {
  return new InputError(
    "too-large",
    `The Arrow file has a batch of ${rows} rows and ${columns} columns, which is more than ${mostCells} cells. ` +
      `Write it again with smaller batches.`,
  );
}
