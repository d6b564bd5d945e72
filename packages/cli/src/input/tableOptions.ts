import { formats, InputError, type TableFormat } from "kernelbayes";
import type { ReadTableOptions } from "kernelbayes/node";
import { choice } from "../options.ts";

/** What the options of `formatOption` and its fellows were given. */
export interface TableWords {
  readonly format?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly decimal?: string | undefined;
  readonly limit?: readonly string[] | undefined;
}

/** How a table is read, from the words of a command line. */
export function tableOptions({ format, encoding, delimiter, decimal, limit }: TableWords): ReadTableOptions {
  return {
    ...(format !== undefined && { format: choice("format", format, Object.keys(formats) as TableFormat[]) }),
    ...(encoding !== undefined && { encoding: knownEncoding(encoding) }),
    ...(delimiter !== undefined && { delimiter: oneCharacter(delimiter) }),
    ...(decimal !== undefined && { decimal: choice("decimal", decimal, [".", ","]) }),
    ...(limit !== undefined && { limits: Object.fromEntries(limit.map(limitFromWord)) }),
  };
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
