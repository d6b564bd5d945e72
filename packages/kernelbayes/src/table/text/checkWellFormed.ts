import { InputError } from "../../errors.ts";
import { quote } from "../quote.ts";

/** Refuses half a surrogate pair, which is no character and cannot be written as UTF-8; a writer would change it without a word. */
export function checkWellFormed(text: string, name: string): void {
  if (!/\p{Surrogate}/u.test(text)) return;
  throw new InputError(
    "wrong-encoding",
    `Column ${quote(name)}: the text ${quote(text)} has half of a character (a lone surrogate), and cannot be written as UTF-8.`,
    { column: name },
  );
}
