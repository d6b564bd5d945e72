import type { Posterior } from "../posterior/posterior.ts";
import { row } from "../matrix/row.ts";
import type { Table } from "../table/table.ts";
import { columnDomains, columnOfCells } from "./columnDomain.ts";
import { heldTrainingRows } from "./heldTrainingRows.ts";
import { decodedCells } from "./neighbours/decodedCells.ts";

/**
 * The training rows that a posterior holds, as a table of the columns that it uses: numbers to twelve digits, rare levels under one name, rows in the order in
 * which the model keeps them. Undefined where it does not hold all of them.
 *
 * @example const background = heldTrainingTable(posterior);
 */
export function heldTrainingTable(posterior: Pick<Posterior, "numeric" | "training" | "encoding">): Table | undefined {
  const held = heldTrainingRows(posterior);
  if (!held) return undefined;
  const { encoding } = posterior;
  const cells = Array.from({ length: held.rows }, (_, i) => decodedCells(encoding, row(held, i)));
  return {
    rows: held.rows,
    columns: columnDomains(encoding).map(({ name, kind }, j) =>
      columnOfCells(
        name,
        kind,
        cells.map((line) => line[j]),
      ),
    ),
  };
}
