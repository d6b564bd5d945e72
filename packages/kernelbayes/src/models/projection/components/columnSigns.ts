import type { Matrix } from "../../../engine/matrix.ts";

/** Entries this close to the largest are as large as it is, to rounding. */
const tie = 1e-9;

/** For each column 1 or −1: the factor that makes its entry of largest absolute value positive, the first one among equals. */
export function columnSigns({ data, rows, columns }: Matrix): Float64Array {
  const largest = new Float64Array(columns);
  for (let at = 0; at < data.length; at++) largest[at % columns] = Math.max(largest[at % columns], Math.abs(data[at]));
  return largest.map((bound, j) => {
    for (let i = 0; i < rows; i++) {
      const entry = data[i * columns + j];
      if (Math.abs(entry) >= (1 - tie) * bound) return entry < 0 ? -1 : 1;
    }
    return 1;
  });
}
