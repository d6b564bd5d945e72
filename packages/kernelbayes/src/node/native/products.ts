import type { TransposeOptions } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { requireRoom, requireShape } from "../../engine/reference/requireShape.ts";
import { mirrorLowerInPlace } from "./layout.ts";
import { type Routines, one, zero } from "./routines.ts";
import { doubles, type Work } from "./run.ts";

interface Products {
  multiply(a: Matrix, b: Matrix, options?: TransposeOptions): Work<Matrix>;
  symmetricProduct(a: Matrix, options?: { readonly transpose?: boolean }): Work<Matrix>;
}

/**
 * Matrix products. BLAS reads matrices column by column, so that it sees the transpose of each of ours; nothing is copied, since
 *
 *     C = op(A) op(B)  is  Cᵀ = op(B)ᵀ op(A)ᵀ.
 */
export function products({ dgemm, dgemv, dsyrk }: Routines): Products {
  return {
    *multiply(a, b, { transposeA = false, transposeB = false, into } = {}) {
      const [rows, depth] = transposeA ? [a.columns, a.rows] : [a.rows, a.columns];
      const [other, columns] = transposeB ? [b.columns, b.rows] : [b.rows, b.columns];
      requireShape(
        depth === other,
        `A product needs as many columns on the left as rows on the right; got ${rows} × ${depth} ` +
          `and ${other} × ${columns}.`,
      );
      requireRoom(into, rows, columns, "multiply");
      const c = into?.data ?? doubles(rows * columns);
      if (rows === 0 || columns === 0 || depth === 0) return matrix(rows, columns, c.fill(0));
      if (columns === 1) {
        yield dgemv(transposeA ? "N" : "T", a.columns, a.rows, one, a.data, a.columns, b.data, 1, zero, c, 1);
      } else if (rows === 1) {
        yield dgemv(transposeB ? "T" : "N", b.columns, b.rows, one, b.data, b.columns, a.data, 1, zero, c, 1);
      } else {
        const [opA, opB] = [transposeA ? "T" : "N", transposeB ? "T" : "N"];
        yield dgemm(opB, opA, columns, rows, depth, one, b.data, b.columns, a.data, a.columns, zero, c, columns);
      }
      return matrix(rows, columns, c);
    },
    *symmetricProduct(a, { transpose = false } = {}) {
      const [n, depth] = transpose ? [a.columns, a.rows] : [a.rows, a.columns];
      const c = doubles(n * n);
      if (n > 0 && depth > 0) {
        // The upper triangle by columns is the lower one by rows.
        yield dsyrk("U", transpose ? "N" : "T", n, depth, one, a.data, a.columns, zero, c, n);
        mirrorLowerInPlace(c, n);
      }
      return matrix(n, n, c);
    },
  };
}
