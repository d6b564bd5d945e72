import { InputError } from "../errors.ts";
import { permutation, stream } from "../random/index.ts";
import { selectRows, type Table } from "../table/table.ts";

/** So many rows of a table at most, drawn at random, in their order, with their places in it. */
export function sampleOf(
  table: Table,
  most: number,
  seed: number,
  branch: number,
): { readonly table: Table; readonly places: Int32Array } {
  if (table.rows === 0) throw new InputError("too-few-rows", "The table has no rows.");
  if (!Number.isSafeInteger(most) || most < 1) {
    throw new InputError("invalid-option", `rows must be a whole number from 1; got ${String(most)}.`);
  }
  const all = Int32Array.from({ length: table.rows }, (_, i) => i);
  const places =
    table.rows <= most
      ? all
      : permutation(stream(seed, branch), table.rows)
          .slice(0, most)
          .toSorted((a, b) => a - b);
  return { table: selectRows(table, places), places };
}
