import type { Qr } from "../engine.ts";
import { matrix, type Matrix, transpose } from "../matrix.ts";
import { reflectedIdentity, reflectInPlace, reflector, type Reflector } from "./reflector.ts";
import { requireFinite, requireShape } from "./shape.ts";

/** Thin QR by Householder reflections. Columns are worked on as rows of the transposed matrix, where they are contiguous. */
export function qr(a: Matrix): Qr {
  const { rows, columns } = a;
  requireShape(rows >= columns, `qr needs at least as many rows as columns; got ${rows} × ${columns}.`);
  requireFinite(a, "qr");
  const work = transpose(a).data;
  const reflectors: Reflector[] = [];
  const R = new Float64Array(columns * columns);
  for (let k = 0; k < columns; k++) {
    const H = reflector(work.subarray(k * rows + k, (k + 1) * rows));
    reflectors.push(H);
    for (let j = k + 1; j < columns; j++) reflectInPlace(H, work.subarray(j * rows + k, (j + 1) * rows));
    R[k * columns + k] = H.beta;
    for (let j = k + 1; j < columns; j++) R[k * columns + j] = work[j * rows + k];
  }
  const Q = reflectedIdentity(reflectors, rows, columns);
  for (let k = 0; k < columns; k++) {
    if (R[k * columns + k] >= 0) continue;
    negateInPlace(R.subarray(k * columns + k, (k + 1) * columns));
    negateInPlace(Q.data.subarray(k * rows, (k + 1) * rows));
  }
  return { Q: transpose(Q), R: matrix(columns, columns, R) };
}

function negateInPlace(x: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i] = 0 - x[i]; // 0 − 0 is +0, so that no −0 appears
}
