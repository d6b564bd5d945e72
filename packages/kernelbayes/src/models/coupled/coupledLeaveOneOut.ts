import { matrix, type Matrix } from "../../engine/matrix.ts";
import { selectRows } from "../../matrix/row.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { coupleRow, type CoupledMachines, type Machine } from "./posterior.ts";
import type { Problem } from "../../rows/labelledRows.ts";

/**
 * Leave-one-out probabilities of a coupled model: those of its machines, coupled, as exact as theirs. A machine without the
 * row's class has not seen the row and meets it as a new one. A row that some machine cannot do without has no score. None
 * at all if a machine has none.
 */
export function coupledLeaveOneOut(machines: CoupledMachines, { X, classes }: Problem): LeaveOneOut | undefined {
  const { posteriors, sizes, coupling } = machines;
  const n = X.rows;
  const count = posteriors.length;
  const held = matrix(n, count);
  const omitted = new Set<number>();
  const methods = new Set<LeaveOneOut["method"]>();
  for (const [m, machine] of coupling.machines(sizes.length).entries()) {
    const { leaveOneOut } = posteriors[m];
    if (!leaveOneOut) return undefined;
    methods.add(leaveOneOut.method);
    const put = (row: number, log: number): void => void (held.data[row * count + m] = Math.exp(log));
    const own = machineRows(classes, machine);
    own.forEach((row, i) => put(row, leaveOneOut.logProbabilities.data[i * 2 + 1]));
    for (const i of leaveOneOut.omitted) omitted.add(own[i]);
    const seen = new Set(own);
    const others = Int32Array.from(classes.keys()).filter((row) => !seen.has(row));
    if (others.length === 0) continue;
    const met = logProbabilitiesOf(posteriors[m], selectRows(X, others));
    others.forEach((row, i) => put(row, met.data[i * 2 + 1]));
  }
  const C = sizes.length;
  const logProbabilities = matrix(n, C);
  for (let i = 0; i < n; i++) {
    if (omitted.has(i)) continue;
    const row = held.data.subarray(i * count, (i + 1) * count);
    logProbabilities.data.set(coupleRow(machines, row).map(Math.log), i * C);
  }
  const method = methods.has("folds") ? "folds" : methods.has("approximate") ? "approximate" : "exact";
  return { method, logProbabilities, omitted: [...omitted].toSorted((a, b) => a - b) };
}

function logProbabilitiesOf(posterior: NumericPosterior, X: Matrix): Matrix {
  return posterior.logProbabilities?.(X) ?? posterior.predict(X, 0.9).logProbabilities;
}

/** The rows that a machine learns from. */
export function machineRows(classes: Int32Array, { positive, negative }: Machine): Int32Array {
  const rows = Int32Array.from(classes.keys());
  return negative === undefined ? rows : rows.filter((row) => classes[row] === positive || classes[row] === negative);
}
