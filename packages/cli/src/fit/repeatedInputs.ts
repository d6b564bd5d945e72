import { encode, selectRows, type Posterior, type Table } from "kernelbayes";

/**
 * Whether most training rows have the same cells as some other, as in a table of few categories. Left out one by one, the rows of one cell
 * are then predicted a little differently, and always against their label: those of a class get a lower probability of it than
 * their equals. So measures that go by the order of probabilities, the area under the curve and the calibration error, come out too bad.
 */
export function hasRepeatedInputs({ encoding, training }: Posterior, table: Table): boolean {
  const { data, rows, columns } = encode(encoding, selectRows(table, training.rows));
  const different = new Set<string>();
  for (let row = 0; row < rows; row++) different.add(data.subarray(row * columns, (row + 1) * columns).join());
  return different.size < rows / 2;
}
