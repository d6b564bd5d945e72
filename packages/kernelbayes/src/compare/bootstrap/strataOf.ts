import { InputError } from "../../errors.ts";

/** The row numbers of each stratum; one stratum of all rows if none are given. */
export function strataOf(rows: number, strata?: ArrayLike<number | string>): Int32Array[] {
  if (strata === undefined) return [Int32Array.from({ length: rows }, (_, row) => row)];
  if (strata.length !== rows) {
    throw new InputError(
      "strata-length",
      `There are ${rows} rows but ${strata.length} strata.`,
      {},
      "Give one to each row.",
    );
  }
  const members = new Map<number | string, number[]>();
  for (let row = 0; row < rows; row++) {
    const others = members.get(strata[row]);
    if (others) others.push(row);
    else members.set(strata[row], [row]);
  }
  return Array.from(members.values(), (list) => Int32Array.from(list));
}
