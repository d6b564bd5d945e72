import type { Matrix } from "./engine/matrix.ts";
import type { Warning } from "./errors.ts";

/** A column with more different values than this is a measurement, where equal rows are no coincidence. */
const manyValues = 50;

/**
 * Warns when more than one row in twenty repeats another in every column and in its class although some column is
 * measured finely: copies of one observation make leave-one-out scores too good, because the twin stays in training.
 */
export function copiedRowsWarning(X: Matrix, classes: Int32Array): Warning[] {
  const { rows: n, columns: p } = X;
  const measured = Array.from({ length: p }, (_, j) => j).some((j) => {
    const values = new Set<number>();
    for (let i = 0; i < n && values.size <= manyValues; i++) values.add(X.data[i * p + j]);
    return values.size > manyValues;
  });
  if (!measured) return [];
  const seen = new Set<string>();
  let copies = 0;
  for (let i = 0; i < n; i++) {
    const key = `${classes[i]} ${X.data.subarray(i * p, (i + 1) * p).join(" ")}`;
    if (seen.has(key)) copies++;
    else seen.add(key);
  }
  if (copies <= 0.05 * n) return [];
  return [
    {
      code: "copied-rows",
      message:
        `${copies} of ${n} rows repeat another row in every column and in their class. If they are copies of one ` +
        "observation, leave-one-out figures are too good: remove them, or name a group column that tells them apart.",
    },
  ];
}
