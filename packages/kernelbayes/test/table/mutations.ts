import * as fc from "fast-check";
import { InputError } from "../../src/errors.ts";
import { asText } from "../../src/table/column.ts";
import type { Table } from "../../src/table/table.ts";

/** Whether the text is read; anything but a sound table or an `InputError` with sound words fails the test. */
export function isRead(parse: () => Table): boolean {
  try {
    const { rows, columns } = parse();
    if (columns.some((column) => asText(column).length !== rows)) throw new Error("A column has a wrong length.");
    return true;
  } catch (error) {
    if (error instanceof InputError && !/undefined|\[object/.test(error.message)) return false;
    throw error;
  }
}

/** A text with a few pieces cut out, doubled, or replaced by troublesome characters. */
export function mutated(text: string, troublesome: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(text.length - 1),
    length: fc.nat(6),
    by: fc.oneof(fc.constantFrom("", ...troublesome), fc.string({ maxLength: 3 })),
    doubled: fc.boolean(),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    let result = text;
    for (const { at, length, by, doubled } of changes) {
      const from = at % (result.length + 1);
      const piece = result.slice(from, from + length);
      result = result.slice(0, from) + (doubled ? piece + piece : by) + result.slice(from + length);
    }
    return result;
  });
}
