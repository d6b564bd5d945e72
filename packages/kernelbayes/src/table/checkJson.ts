import { InputError, type Place } from "../errors.ts";
import { beyondLimit, type TableLimits } from "./limits.ts";

/** Row objects hold no objects, so that deeper values than this are refused before memory is taken for them. */
const deepest = 64;

/**
 * Counts the values of a JSON text before `JSON.parse` makes objects of them, which take up to twenty times the room of the
 * text. `depth` is that of a row object: 2 in an array of them, 1 on a line by itself. What is not valid JSON is left to the parser.
 */
export function checkJson(text: string, depth: 1 | 2, limits: TableLimits, placeOf: (position: number) => Place): void {
  let rows = 0;
  let cells = 0;
  let columns = 0; // of the row
  let level = 0;
  const refuse = (name: "rows" | "columns" | "cells", found: number, position: number): InputError => {
    const place = placeOf(position);
    return beyondLimit(limits, name, found - 1, {
      what: place.line === undefined ? "The JSON" : `Line ${place.line}`,
      before: "more than ",
      place,
    });
  };
  const count = (position: number): void => {
    if (level < depth) {
      if (++rows > limits.rows) throw refuse("rows", rows, position);
      columns = 0;
      return;
    }
    if (++cells > limits.cells) throw refuse("cells", cells, position);
    if (level === depth && ++columns > limits.columns) throw refuse("columns", columns, position);
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quotationMark) {
      for (i++; i < text.length && text.charCodeAt(i) !== quotationMark; i++) {
        if (text.charCodeAt(i) === backslash) i++;
      }
    } else if (code === comma) count(i);
    else if (code === openingBrace || code === openingBracket) {
      if (++level > deepest) throw tooDeep(placeOf(i));
      count(i);
    } else if (code === closingBrace || code === closingBracket) level--;
  }
}

const quotationMark = 34;
const comma = 44;
const openingBracket = 91;
const backslash = 92;
const closingBracket = 93;
const openingBrace = 123;
const closingBrace = 125;

function tooDeep(place: Place): InputError {
  const where = place.line === undefined ? "The JSON" : `Line ${place.line}`;
  return new InputError(
    "not-a-cell",
    `${where}: values are nested more than ${deepest} deep; a cell must be a number, a text, a boolean or null.`,
    place,
  );
}
