import { tableFromIPC } from "@uwdata/flechette";
import { InputError } from "../../errors.ts";
import type { CellOptions } from "../columnFromTexts.ts";
import { nestedColumns, damaged, readingOf } from "../damaged.ts";
import { concatenateTables } from "../concatenateTables.ts";
import { type RandomAccess, type Range, tablesFromBytes, tablesFromSource, type Steps } from "../format.ts";
import {
  checkLimit,
  checkShape,
  expansionCounter,
  limitsOf,
  type TableLimitOptions,
  type TableLimits,
} from "../limits.ts";
import { checkDeclaredTypes, checkNames, tableOf, type Table } from "../table.ts";
import { typedColumn } from "../typedColumn.ts";
import { cellsOfBatch, isNested, kindOf } from "./cellsOfBatch.ts";
import {
  checkMessage,
  messageTypes,
  type MessageHead,
  footerStart,
  schemaOfFooter,
  trailerLength,
} from "./checkMessage.ts";
import { registerCodecs } from "./registerCodecs.ts";

/** The name under which a file keeps which of its text columns are dates. */
export const datesKey = "kernelbayes.dates";

/** How a file begins and ends; a stream does not. */
const signature = "ARROW1";

/**
 * A table from the bytes of an Arrow file (also called Feather 2), or of an Arrow stream. Columns have the types that the file declares,
 * unless `types` says otherwise; null is missing, and so is what `missing` lists.
 */
export function parseArrow(input: string | Uint8Array, options: CellOptions & TableLimitOptions = {}): Table {
  if (typeof input === "string")
    throw new InputError("binary-input", "An Arrow file is read from bytes, not from text.");
  return concatenateTables(tablesFromBytes(arrowSteps(input.length, options, true), input));
}

/** The record batches of an Arrow file or stream, one after the other; no more than one is in memory, beside dictionaries. */
export function arrowGroups(source: RandomAccess, options: CellOptions & TableLimitOptions): AsyncGenerator<Table> {
  return tablesFromSource(arrowSteps(source.length, options, false), source);
}

/** What one reading may cost. */
interface Budget {
  readonly limits: TableLimits;
  /** Counts bytes that are made of the file. */
  readonly spend: (bytes: number) => void;
  /** Whether all batches will be in memory, so that they share the limits of one table. */
  readonly isWhole: boolean;
}

/** The messages of a dictionary: one with values, and those that add to them. */
interface Dictionary {
  readonly messages: Uint8Array[];
  values: number;
}

/** A file is a stream between two signatures, with a table of contents behind it that is not needed to read it in order. */
function* arrowSteps(fileLength: number, options: CellOptions & TableLimitOptions, isWhole: boolean): Steps {
  const limits = limitsOf(options);
  const budget: Budget = { limits, isWhole, spend: expansionCounter(limits, fileLength, "The Arrow file") };
  registerCodecs();
  const isFile = fileLength >= 8 && textOf((yield { from: 0, to: 8 }).subarray(0, 6)) === signature;
  if (isFile && textOf(yield { from: fileLength - 6, to: fileLength }) !== signature) {
    throw damaged("Arrow", `it does not end in ${signature}`);
  }
  const end = isFile ? fileLength - 6 : fileLength;
  let position = isFile ? 8 : 0;
  let schema: Uint8Array | undefined;
  const dictionaries = new Map<number, Dictionary>();
  let messages = 0;
  let before = 0;
  let hasRecords = false;
  while (position + 4 <= end) {
    const prefix = yield { from: position, to: Math.min(position + 8, end) };
    const { start, length } = prefixed(prefix, position);
    if (length === 0) break; // the end of the stream
    if (length > end - start) throw damaged("Arrow", "a message exceeds the file");
    const head = yield { from: start, to: start + length };
    checkLimit(limits, "groups", ++messages, "The Arrow file");
    const checked = checkMessage(head, limits);
    const { type, bodyLength, rows } = checked;
    const bodyStart = start + length;
    if (!(bodyLength >= 0 && bodyLength <= end - bodyStart)) throw damaged("Arrow", "a message exceeds the file");
    const body = yield { from: bodyStart, to: bodyStart + bodyLength };
    const message = messageOf(head, body);
    position = bodyStart + bodyLength;
    checkParts(body, checked, budget);
    if (schema === undefined && type !== messageTypes.schema) {
      if (!isFile) throw damaged("Arrow", "it does not begin with a schema");
      schema = yield* footerSchema(fileLength, limits);
    }
    if (type === messageTypes.schema) schema ??= message;
    else if (type === messageTypes.dictionary) addDictionary(dictionaries, checked, message, limits);
    else {
      if (schema === undefined) throw damaged("Arrow", "it has no schema");
      const parts = [...dictionaries.values()].flatMap((dictionary) => dictionary.messages);
      // Each batch decodes the dictionaries anew.
      for (const { values } of dictionaries.values()) budget.spend(values);
      for (const part of parts) budget.spend(part.length);
      yield readMessages([schema, ...parts, message], rows, options, before, budget);
      before += rows;
      hasRecords = true;
    }
  }
  if (schema === undefined) throw damaged("Arrow", "it has no schema");
  if (!hasRecords) yield readMessages([schema], 0, options, 0, budget);
}

/** The schema in the table of contents, for files whose first message is not the schema. */
function* footerSchema(fileLength: number, limits: TableLimits): Generator<Range, Uint8Array, Uint8Array> {
  const footer = footerStart(yield { from: fileLength - trailerLength, to: fileLength }, fileLength);
  const schema = schemaOfFooter(yield { from: footer, to: fileLength - trailerLength });
  checkMessage(schema, limits);
  return messageOf(schema, new Uint8Array());
}

/** Takes in a message of a dictionary. What it replaces is forgotten, so that memory does not grow with the file. */
function addDictionary(
  dictionaries: Map<number, Dictionary>,
  { dictionary, longest }: MessageHead,
  message: Uint8Array,
  limits: TableLimits,
): void {
  const { id = 0, isDelta = false } = dictionary ?? {};
  const known = (isDelta ? dictionaries.get(id) : undefined) ?? { messages: [], values: 0 };
  known.messages.push(message);
  known.values += longest;
  checkLimit(limits, "rows", known.values, "A dictionary of the Arrow file");
  dictionaries.set(id, known);
}

/** Refuses compressed parts whose lengths, which stand before them, are beyond the limits. */
function checkParts(body: Uint8Array, { compressed = [] }: MessageHead, { limits, spend }: Budget): void {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (const start of compressed) {
    if (!(start >= 0 && start + 8 <= body.length)) throw damaged("Arrow", "a part exceeds its message");
    const length = Math.max(0, Number(view.getBigInt64(start, true))); // −1 says that it is not compressed
    checkLimit(limits, "textLength", length, "A compressed part of the Arrow file");
    spend(length);
  }
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

function readMessages(
  messages: Uint8Array[],
  rows: number,
  options: CellOptions,
  before: number,
  { limits, spend, isWhole }: Budget,
): Table {
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
    checkShape(
      limits,
      isWhole ? before + rows : rows,
      names.length,
      isWhole ? "The Arrow file" : "A batch of the Arrow file",
    );
    const dates = new Set<unknown>(JSON.parse(schema.metadata?.get(datesKey) ?? "[]") as unknown[]);
    return tableOf(
      names.map((name, j) => {
        const batch = children[j].data.at(0);
        if ((batch?.length ?? 0) !== rows) throw damaged("Arrow", "columns differ in length");
        const cells =
          batch === undefined
            ? { type: kindOf(name, schema.fields[j].type), cells: [] }
            : cellsOfBatch(name, batch, before, spend);
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
