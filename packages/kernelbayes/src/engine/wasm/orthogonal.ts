import { NumericalError } from "../../errors.ts";
import type { Engine } from "../engine.ts";
import { matrix, type Matrix, transpose } from "../matrix.ts";
import { requireFinite, requireShape } from "../reference/requireShape.ts";
import type { Instance } from "./loadInstance.ts";

/** Doubles for each column that `qr` works with beside its matrices. */
const qrWork = 65;

/** QR and singular value decomposition. Products come from the same engine. */
export function orthogonal(instance: Instance, multiply: Engine["multiply"]): Pick<Engine, "qr" | "svd"> {
  const { exports, workspace } = instance;
  const qr: Engine["qr"] = (a) => {
    const { rows: m, columns: n } = a;
    requireShape(m >= n, `qr needs at least as many rows as columns; got ${m} × ${n}.`);
    const size = m * n;
    return workspace.frame([size, size, size, qrWork * n], (source, q, v, work) => {
      workspace.write(source, a.data);
      if (!exports.isFinite(source, size)) requireFinite(a, "qr");
      exports.qr(source, m, n, q, v, work);
      return { Q: matrix(m, n, workspace.read(q, size)), R: matrix(n, n, workspace.read(source, n * n)) };
    });
  };

  /**
   * One-sided Jacobi after two QR decompositions (Drmač & Veselić 2008), which finds small singular values to high
   * relative accuracy when the columns of A are badly scaled but not nearly dependent. With the columns of A in
   * descending order of size, A P = Q₁ R₁ and R₁ᵀ = Q₂ R₂; rotations make the rows of R₂ orthogonal, Jᵀ R₂ = Σ W. Hence
   * A = (Q₁ Wᵀ) Σ (P Q₂ J)ᵀ.
   */
  const svd: Engine["svd"] = (a) => {
    const { rows: m, columns: n } = a;
    requireShape(m >= n, `svd needs at least as many rows as columns; got ${m} × ${n}. Decompose the transpose.`);
    requireFinite(a, "svd");
    const sizes = columnSizes(a);
    const scale = powerOfTwoBelow(sizes.reduce((largest, size) => Math.max(largest, size), 0));
    const descending = descendingOrder(sizes);
    const first = qr(selectColumns(a, descending, scale));
    const second = qr(transpose(first.R));
    const { rows, companion, lengths } = orthogonalizeRows(instance, second.R);
    const order = descendingOrder(lengths);
    const W = selectRows(rows, order, (i) => (lengths[i] > 0 ? 1 / lengths[i] : 0));
    // Where singular values are zero, the QR decomposition of what there is supplies the missing vectors.
    const isComplete = lengths.every((length) => length > 0);
    const directions = isComplete ? transpose(W) : qr(transpose(W)).Q;
    const V = matrix(n, n);
    const mixed = multiply(
      second.Q,
      selectRows(companion, order, () => 1),
      { transposeB: true },
    );
    descending.forEach((to, from) => V.data.set(mixed.data.subarray(from * n, (from + 1) * n), to * n));
    return { U: multiply(first.Q, directions), values: Float64Array.from(order, (i) => lengths[i] * scale), V };
  };

  return { qr, svd };
}

/** The rows of R made orthogonal by rotations J, R ← Jᵀ R; and Jᵀ, and the lengths of the new rows. */
function orthogonalizeRows(
  { exports, workspace }: Instance,
  R: Matrix,
): { rows: Matrix; companion: Matrix; lengths: Float64Array } {
  const n = R.rows;
  return workspace.frame([n * n, n * n, n], (rows, companion, lengths) => {
    workspace.write(rows, R.data);
    if (!exports.orthogonalizeRows(rows, companion, n, lengths)) {
      throw new NumericalError("no-convergence", `svd did not converge at ${n} columns.`);
    }
    return {
      rows: matrix(n, n, workspace.read(rows, n * n)),
      companion: matrix(n, n, workspace.read(companion, n * n)),
      lengths: workspace.read(lengths, n),
    };
  });
}

/** The largest magnitude in each column. */
function columnSizes({ data, rows, columns }: Matrix): Float64Array {
  const sizes = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) sizes[j] = Math.max(sizes[j], Math.abs(data[i * columns + j]));
  }
  return sizes;
}

/** A power of two near a number, whose reciprocal is finite; 1 for zero. */
function powerOfTwoBelow(value: number): number {
  return value === 0 ? 1 : 2 ** Math.min(1022, Math.max(-1022, Math.floor(Math.log2(value))));
}

function descendingOrder(values: Float64Array): Uint32Array {
  return Uint32Array.from(values.keys()).toSorted((i, j) => values[j] - values[i]);
}

/** The columns of A in the given order, divided by a scale. */
function selectColumns({ data, rows, columns }: Matrix, order: Uint32Array, scale: number): Matrix {
  const result = matrix(rows, columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) result.data[i * columns + j] = data[i * columns + order[j]] / scale;
  }
  return result;
}

/** The rows of a square matrix in the given order, each times its factor. */
function selectRows({ data, rows: n }: Matrix, order: Uint32Array, factor: (row: number) => number): Matrix {
  const result = matrix(n, n);
  order.forEach((from, to) => {
    const value = factor(from);
    for (let k = 0; k < n; k++) result.data[to * n + k] = data[from * n + k] * value;
  });
  return result;
}
