import { InputError } from "kernelbayes";
import { defaultMissing, formats, type TableFormat } from "kernelbayes/table";
import type { ReadTableOptions } from "kernelbayes/node";
import { choice, nameList, wholeNumber } from "../options.ts";

/** What the options of `withReading` were given. */
export interface TableWords {
  readonly format?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly decimal?: string | undefined;
  readonly limit?: readonly string[] | undefined;
  readonly na?: readonly string[] | undefined;
  readonly header?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly skip?: string | undefined;
  readonly sheet?: string | undefined;
}

/** How a table is read, from the words of a command line. */
export function tableOptions(words: TableWords): ReadTableOptions & { readonly types?: DeclaredTypes } {
  const { format, encoding, delimiter, decimal, limit, na, header, types, skip, sheet } = words;
  return {
    ...(format !== undefined && { format: choice("format", format, Object.keys(formats) as TableFormat[]) }),
    ...(encoding !== undefined && { encoding: knownEncoding(encoding) }),
    ...(delimiter !== undefined && { delimiter: oneCharacter(delimiter) }),
    ...(decimal !== undefined && { decimal: choice("decimal", decimal, [".", ","]) }),
    ...(na !== undefined && { missing: [...defaultMissing, ...na] }),
    ...(header === false && { header }),
    ...(skip !== undefined && { skip: wholeNumber("skip", skip, 0) }),
    ...(sheet !== undefined && { sheet }),
    ...(types !== undefined && { types: typesFromWords(types) }),
    ...(limit !== undefined && { limits: Object.fromEntries(limit.map(limitFromWord)) }),
  };
}

/** The columns that `--types` says to ignore. */
export function ignoredColumns({ types = [] }: Pick<TableWords, "types">): string[] {
  if (types.length === 0) return [];
  return assignments(types).flatMap(([name, type]) => (type === "ignore" ? [name] : []));
}

/** The types that columns were declared to have. */
export type DeclaredTypes = Readonly<Record<string, "number" | "text">>;

/** Whether there are such columns is checked where the table is read. */
function typesFromWords(texts: readonly string[]): DeclaredTypes {
  return Object.fromEntries(
    assignments(texts).flatMap(([name, type]) => {
      if (type === "ignore") return [];
      return [[name, type === "number" ? "number" : "text"] as const];
    }),
  );
}

const columnTypes = ["number", "text", "category", "ignore"];

function assignments(texts: readonly string[]): [name: string, type: string][] {
  return nameList("types", texts).map((text) => {
    const at = text.lastIndexOf("=");
    const type = text.slice(at + 1).trim();
    if (at > 0 && columnTypes.includes(type)) return [text.slice(0, at).trim(), type];
    throw new InputError(
      "invalid-option",
      `--types takes column=type, where the type is ${columnTypes.join(", ")}, such as zip=text; got "${text}".`,
    );
  });
}

/** Whether there is such a limit, and how high it may be, is checked where the table is read. */
function limitFromWord(text: string): [name: string, value: number] {
  const found = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(text);
  if (found !== null && Number.isFinite(Number(found[2]))) return [found[1], Number(found[2])];
  throw new InputError("invalid-option", `--limit takes name=number, such as cells=1e8; got "${text}".`);
}

function oneCharacter(text: string): string {
  const character = text === "tab" || text === "\\t" ? "\t" : text;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new InputError("invalid-option", `--delimiter takes one character, or the word tab; got "${text}".`);
}

function knownEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new InputError(
      "invalid-option",
      `--encoding takes the name of a character encoding, such as latin1, utf-16le or shift_jis; got "${name}".`,
    );
  }
}
