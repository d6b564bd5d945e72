import type { CholeskyResult } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { hypotenuse } from "./norm2.ts";
import { requireShape, requireSquare } from "./shape.ts";
import { solveTriangular } from "./solveTriangular.ts";

/** The factor of L Lᵀ + sign · v vᵀ by n plane rotations. */
export function updateFactored(lower: Matrix, v: Float64Array, sign: 1 | -1): CholeskyResult {
  const n = requireSquare(lower, "updateFactored");
  requireShape(v.length === n, `A ${n} × ${n} factor cannot be updated by a vector of length ${v.length}.`);
  return sign === 1 ? update(lower, v) : downdate(lower, v);
}

/** Rotations of the columns of (L, v), first to last, each of which annihilates one entry of v. */
function update(lower: Matrix, v: Float64Array): CholeskyResult {
  const n = lower.rows;
  const L = copyLower(lower);
  const x = v.slice();
  for (let k = 0; k < n; k++) {
    const length = hypotenuse(L[k * n + k], x[k]);
    if (length === 0) return { ok: false, failedAt: k }; // L was singular, and v does not mend it
    const cosine = L[k * n + k] / length;
    const sine = x[k] / length;
    for (let i = k; i < n; i++) {
      const entry = L[i * n + k];
      L[i * n + k] = cosine * entry + sine * x[i];
      x[i] = cosine * x[i] - sine * entry;
    }
  }
  return { ok: true, factor: matrix(n, n, L) };
}

/**
 * The method of LINPACK's dchdd. With a = L⁻¹ v the determinant of each leading block shrinks by 1 − Σ aᵢ² over that block,
 * so the first sum to reach 1 is the first pivot lost. Otherwise the rotations that carry (a, √(1 − ‖a‖²)) to
 * (0, 1), last entry first, carry (L, 0) to (new L, v).
 */
function downdate(lower: Matrix, v: Float64Array): CholeskyResult {
  const n = lower.rows;
  const a = solveTriangular(lower, matrix(n, 1, v)).data;
  let remainder = 1;
  for (let k = 0; k < n; k++) {
    remainder -= a[k] * a[k];
    if (!(remainder > 0)) return { ok: false, failedAt: k };
  }
  const L = copyLower(lower);
  const x = new Float64Array(n);
  let rest = Math.sqrt(remainder);
  for (let k = n - 1; k >= 0; k--) {
    const length = hypotenuse(rest, a[k]);
    const cosine = rest / length;
    const sine = a[k] / length;
    rest = length;
    for (let i = k; i < n; i++) {
      const entry = L[i * n + k];
      L[i * n + k] = cosine * entry - sine * x[i];
      x[i] = cosine * x[i] + sine * entry;
    }
  }
  return { ok: true, factor: matrix(n, n, L) };
}

function copyLower({ data, rows: n }: Matrix): Float64Array {
  const result = new Float64Array(n * n);
  for (let i = 0; i < n; i++) result.set(data.subarray(i * n, i * n + i + 1), i * n);
  return result;
}
