import { NumericalError } from "../../errors.ts";
import type { Qr, Svd } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { requireShape } from "../../engine/reference/requireShape.ts";
import { finiteCopy, finiteTransposed, transposed } from "./layout.ts";
import { type Routines, integersOut } from "./routines.ts";
import { doubles, withWorkspace, type Work } from "./run.ts";

interface Orthogonal {
  qr(a: Matrix): Work<Qr>;
  svd(a: Matrix): Work<Svd>;
}

/** QR and singular value decompositions. */
export function orthogonal({ dgeqrf, dorgqr, dgesdd }: Routines): Orthogonal {
  return {
    *qr(a) {
      const { rows: m, columns: n } = a;
      requireShape(m >= n, `qr needs at least as many rows as columns; got ${m} × ${n}.`);
      // By columns, although dgelqf would take the rows as they are: it is slower by more than the copies.
      const reflectors = finiteTransposed(a, "qr");
      const R = matrix(n, n);
      if (n === 0) return { Q: matrix(m, n), R };
      const [scales, info] = [new Float64Array(n), integersOut(1)];
      yield* withWorkspace(({ doubles: work, doubleCount }) =>
        dgeqrf(m, n, reflectors, m, scales, work, doubleCount, info),
      );
      for (let j = 0; j < n; j++) for (let i = 0; i <= j; i++) R.data[i * n + j] = reflectors[j * m + i];
      yield* withWorkspace(({ doubles: work, doubleCount }) =>
        dorgqr(m, n, n, reflectors, m, scales, work, doubleCount, info),
      );
      // LAPACK leaves the signs to chance.
      for (let j = 0; j < n; j++) {
        if (R.data[j * n + j] >= 0) continue;
        for (let k = j; k < n; k++) R.data[j * n + k] *= -1;
        for (let i = 0; i < m; i++) reflectors[j * m + i] *= -1;
      }
      return { Q: matrix(m, n, transposed(reflectors, n, m)), R };
    },
    *svd(a) {
      const { rows: m, columns: n } = a;
      requireShape(m >= n, `svd needs at least as many rows as columns; got ${m} × ${n}. Decompose the transpose.`);
      const overwritten = finiteCopy(a, "svd");
      const U = matrix(m, n, doubles(m * n));
      const values = new Float64Array(n);
      if (n === 0) return { U, values, V: matrix(n, n) };
      // LAPACK sees Aᵀ = V Σ Uᵀ, so that its left vectors are V by columns and its right ones U by rows.
      const V = new Float64Array(n * n);
      const [info, integers] = [integersOut(1), integersOut(8 * n)];
      yield* withWorkspace(({ doubles: work, doubleCount }) =>
        dgesdd("S", n, m, overwritten, n, values, V, n, U.data, n, work, doubleCount, integers, info),
      );
      if (info[0] !== 0) {
        throw new NumericalError(
          "no-convergence",
          `The singular values of a ${m} × ${n} matrix did not converge. Check its entries for extreme ratios of size.`,
        );
      }
      return { U, values, V: matrix(n, n, transposed(V, n, n)) };
    },
  };
}
