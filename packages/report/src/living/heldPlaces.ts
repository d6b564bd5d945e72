import { selectRows, type Matrix, type Posterior, type Table } from "kernelbayes";
import { encode } from "kernelbayes/table";
import { heldTrainingTable } from "kernelbayes/explain";

/**
 * The place in the training table of each row that the posterior holds, in the order of the posterior. Undefined where it does not hold all rows of the table,
 * or where these are not exactly what it holds.
 */
export function heldPlaces(posterior: Posterior, table: Table): number[] | undefined {
  const held = heldTrainingTable(posterior);
  if (!held || held.rows !== table.rows) return undefined;
  const places = new Map<string, number[]>();
  rowKeys(encode(posterior.encoding, table)).forEach((key, place) => {
    const known = places.get(key);
    if (known) known.push(place);
    else places.set(key, [place]);
  });
  const found = rowKeys(encode(posterior.encoding, held)).map((key) => places.get(key)?.shift());
  return found.some((place) => place === undefined) ? undefined : (found as number[]);
}

/** The rows of a held table at their places in the table of the fit. */
export function atPlaces(held: Table, places: readonly number[]): Table {
  const order = new Int32Array(places.length);
  places.forEach((place, at) => (order[place] = at));
  return selectRows(held, order);
}

function rowKeys({ data, rows, columns }: Matrix): string[] {
  return Array.from({ length: rows }, (_, i) => data.subarray(i * columns, (i + 1) * columns).join());
}
