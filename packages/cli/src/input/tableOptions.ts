import { formats, InputError, type TableFormat } from "kernelbayes";
import type { ReadTableOptions } from "kernelbayes/node";
import { choice } from "../options.ts";

/** What the options of `formatOption` and its fellows were given. */
export interface TableWords {
  readonly format?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly decimal?: string | undefined;
}

/** How a table is read, from the words of a command line. */
export function tableOptions({ format, encoding, delimiter, decimal }: TableWords): ReadTableOptions {
  return {
    ...(format !== undefined && { format: choice("format", format, Object.keys(formats) as TableFormat[]) }),
    ...(encoding !== undefined && { encoding: knownEncoding(encoding) }),
    ...(delimiter !== undefined && { delimiter: oneCharacter(delimiter) }),
    ...(decimal !== undefined && { decimal: choice("decimal", decimal, [".", ","]) }),
  };
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
