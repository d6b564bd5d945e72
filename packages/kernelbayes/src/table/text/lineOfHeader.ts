import { unlessThrown, InputError } from "../../errors.ts";
import { splitRecords } from "./splitRecords.ts";

const sampleLength = 100_000;
const sampleRecords = 40;
/** Titles and notes before a table are few lines, and a table has a header and two rows at least. */
const [mostBefore, fewestRecords] = [20, 3];

/** Where a table seems to begin in a text: its line, counted from 1, and what divides it. */
export interface TableBeginning {
  readonly line: number;
  readonly delimiter: string;
  readonly cells: number;
}

/**
 * The line from which all further records of the sample have equally many cells, two at least, where lines before it do not: a
 * title, a date of export or a note. Of several delimiters the one with the most cells; undefined where there is no such line.
 */
export function lineOfHeader(text: string, delimiters: readonly string[]): TableBeginning | undefined {
  const sample = text.slice(0, sampleLength);
  const found = delimiters.flatMap((delimiter) => beginningBy(sample, delimiter) ?? []);
  return found.toSorted((a, b) => b.cells - a.cells)[0];
}

function beginningBy(sample: string, delimiter: string): TableBeginning | undefined {
  const records: { readonly line: number; readonly cells: number }[] = [];
  const onRecord = (bounds: readonly number[], line: number): boolean => {
    records.push({ line, cells: bounds.length / 2 });
    return records.length < sampleRecords;
  };
  // A quotation mark that is open at the end of the sample says nothing of the records before it.
  unlessThrown(InputError, () => splitRecords(sample, delimiter, onRecord));
  if (sample.length === sampleLength && records.length < sampleRecords) records.pop();
  const last = records.at(-1);
  if (last === undefined || last.cells < 2) return undefined;
  const at = 1 + records.findLastIndex(({ cells }) => cells !== last.cells);
  if (at === 0 || at > mostBefore || records.length - at < fewestRecords) return undefined;
  return { line: records[at].line, delimiter, cells: last.cells };
}
