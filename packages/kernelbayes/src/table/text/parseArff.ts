import type { CellOptions } from "../columnFromTexts.ts";
import type { DecodeOptions } from "./decodeText.ts";
import { parseByRows } from "./parseByRows.ts";
import type { Table } from "../table.ts";
import { InputError, type Place } from "../../errors.ts";
import { option, thatRow, wording } from "../../wording.ts";
import {
  readArffAttribute,
  type ArffAttribute,
  arffValueAt,
  isEndOfLine,
  malformedArff,
  skipBlanks,
} from "./arffAttribute.ts";
import type { Cell } from "../columnFromCells.ts";
import type { OnRow, RowReader, TableOptions } from "../format.ts";
import { checkLimit, limitsOf } from "../limits.ts";
import { lineReader } from "./lineReader.ts";
import { quote } from "../quote.ts";

/** How ARFF is read. Only `?` is missing, unless `missing` lists other texts beside it. */
export interface ArffOptions extends CellOptions, DecodeOptions {}

/**
 * A table from text in the attribute-relation file format of Weka. The types are those of the header: numeric, real and integer
 * attributes are number columns, nominal and string attributes text columns, dates in ISO 8601 date columns. A value that
 * its nominal attribute does not declare is an `InputError`, and so are relational attributes, other dates, and weights
 * of rows, which are not read.
 *
 * Rows may be sparse, `{1 5.1, 3 setosa}`: attributes count from 0, and those that are absent are 0, or the first value of
 * a nominal attribute.
 *
 * @example parseArff("@relation r\\n@attribute length numeric\\n@attribute kind {ash, birch}\\n@data\\n5.1, ash\\n")
 */
export function parseArff(input: string | Uint8Array, options: ArffOptions = {}): Table {
  return parseByRows(arffRows, input, options);
}

/** The rows of an ARFF text; see `parseArff`. */
export function arffRows(options: TableOptions, onRow: OnRow): RowReader {
  const limits = limitsOf(options);
  const attributes: ArffAttribute[] = [];
  const names = new Set<string>();
  const sparse = sparseRows(attributes);
  let inData = false;
  let row = 0;

  const lines = lineReader(limits, (content, line) => {
    const start = skipBlanks(content, 0);
    if (isEndOfLine(content, start)) return;
    if (!inData) {
      inData = readDeclaration(content, start, line, attributes, names);
      checkLimit(limits, "columns", attributes.length, `Line ${line}`, { line });
      return;
    }
    const place = { line, row: ++row };
    onRow(
      content[start] === "{" ? sparse(content, start + 1, place) : denseRow(content, start, attributes, place),
      line,
    );
  });

  return {
    columns: attributes,
    isComplete: true,
    absent: 0,
    missing: [],
    read: lines.read,
    end() {
      lines.end();
      if (!inData) throw new InputError("malformed-arff", "The text has no line @data, behind which the rows stand.");
    },
  };
}

/** Reads a line of the header; whether it is the last. */
function readDeclaration(
  content: string,
  start: number,
  line: number,
  attributes: ArffAttribute[],
  names: Set<string>,
): boolean {
  const [keyword] = /^@?[^\s{]*/.exec(content.slice(start)) ?? [""];
  const after = start + keyword.length;
  switch (keyword.toLowerCase()) {
    case "@relation":
      return false;
    case "@attribute": {
      const attribute = readArffAttribute(content, after, line);
      const { name } = attribute;
      if (names.has(name)) {
        throw new InputError(
          "duplicate-column",
          `Line ${line}: a second attribute is named ${quote(name)}.`,
          {
            line,
            column: name,
          },
          "Rename one.",
        );
      }
      names.add(name);
      attributes.push(attribute);
      return false;
    }
    case "@data":
      if (attributes.length === 0) throw malformedArff(line, "@data comes before any @attribute");
      if (!isEndOfLine(content, skipBlanks(content, after))) {
        throw malformedArff(line, "the first row stands on the line behind @data", content.slice(after).trim());
      }
      return true;
    default:
      throw malformedArff(line, "the header of an ARFF file has lines @relation, @attribute and @data", keyword);
  }
}

/** The cells of a row in which every attribute has its value, divided by commas or tabs. */
function denseRow(content: string, start: number, attributes: readonly ArffAttribute[], place: Place): Cell[] {
  const line = place.line ?? 0;
  const cells: Cell[] = [];
  for (let at = start; ;) {
    if (content[skipBlanks(content, at)] === "{") throw weighted(place);
    const { text, isQuoted, end } = arffValueAt(content, at, ",\t", line);
    // What has no attribute is only counted.
    cells.push(cells.length < attributes.length ? cellOf(text, isQuoted, attributes[cells.length], place) : null);
    const next = skipBlanks(content, end);
    if (isEndOfLine(content, next)) break;
    if (content[next] !== "," && !content.slice(end, next).includes("\t")) {
      throw malformedArff(line, "a comma should follow a value in quotation marks", content.slice(next));
    }
    at = content[next] === "," ? next + 1 : next;
  }
  if (cells.length === attributes.length) return cells;
  throw new InputError(
    "ragged-row",
    `Line ${line} has ${cells.length} ${cells.length === 1 ? "value" : "values"}, but there are ${attributes.length} attributes.`,
    place,
    "Values are divided by commas; one that holds a comma stands in quotation marks.",
  );
}

/**
 * A reader of rows such as `{0 1.5, 3 red}`, which give some values by the number of the attribute, counted from 0. The
 * others are 0, and the first declared value of nominal attributes.
 */
function sparseRows(attributes: readonly ArffAttribute[]): (content: string, start: number, place: Place) => Cell[] {
  let given = 0;
  let filled = 0;
  let others: readonly number[] | undefined; // attributes whose absent values are not the number 0
  return (content, start, place) => {
    const line = place.line ?? 0;
    const cells: Cell[] = [];
    let at = skipBlanks(content, start);
    while (content[at] !== "}") {
      const number = arffValueAt(content, at, " \t,}", line);
      const index = /^\d{1,9}$/.test(number.text) ? Number(number.text) : -1;
      if (index < cells.length || index >= attributes.length) {
        const expected =
          cells.length < attributes.length
            ? `a number from ${cells.length} to ${attributes.length - 1}`
            : "the closing }";
        throw malformedArff(
          line,
          `a sparse row needs ${expected} here (attributes count from 0, ascending)`,
          number.text,
        );
      }
      const { text, isQuoted, end } = arffValueAt(content, number.end, ",}", line);
      cells[index] = cellOf(text, isQuoted, attributes[index], place);
      given++;
      at = skipBlanks(content, end);
      if (content[at] === ",") at = skipBlanks(content, at + 1);
      else if (content[at] !== "}") {
        throw malformedArff(line, "a sparse row must end in }, its values divided by commas", content.slice(at));
      }
    }
    if (!isEndOfLine(content, skipBlanks(content, at + 1))) throw weighted(place);
    others ??= attributes.flatMap(({ type }, j) => (type === "number" ? [] : [j]));
    for (const j of others) if (cells[j] === undefined) cells[j] = absentCell(attributes[j], place);
    filled += others.length;
    if (filled > Math.max(1e7, 100 * given)) throw tooSparse(place);
    return cells;
  };
}

function cellOf(text: string, isQuoted: boolean, { name, values }: ArffAttribute, place: Place): Cell {
  if (!isQuoted && text === "?") return null;
  if (!isQuoted && text === "") {
    throw malformedArff(place.line ?? 0, `attribute ${quote(name)} has no value; a missing one is written ?`);
  }
  if (values === undefined || values.has(text)) return text;
  const known = Array.from(values).slice(0, 8).map(quote).join(", ");
  throw new InputError(
    "undeclared-value",
    wording`Line ${String(place.line)} (row ${thatRow}): ${quote(text)} is not among the declared values of attribute ${quote(name)}: ${known}${values.size > 8 ? ", …" : ""}.`,
    { ...place, column: name },
    "Fix the value, or declare it.",
  );
}

function absentCell({ name, type, values }: ArffAttribute, place: Place): Cell {
  if (values !== undefined) return values.values().next().value;
  throw new InputError(
    "unsupported-arff",
    `Line ${place.line}: a sparse row without a value for ${quote(name)} says that it is 0, which is no ${type}.`,
    { ...place, column: name },
    "Give the value, or ? for a missing one.",
  );
}

function weighted(place: Place): InputError {
  return new InputError(
    "unsupported-arff",
    `Line ${place.line}: a weight in braces behind a row is not read.`,
    place,
    wording`Make the weights an attribute, and name it as ${option("weights")} of the fit.`,
  );
}

function tooSparse(place: Place): InputError {
  return new InputError(
    "too-sparse",
    `Line ${place.line}: fewer than one in a hundred of the values up to here is given, too few for a table of all.`,
    place,
    "Leave attributes out.",
  );
}
