import { NumericalError } from "../../errors.ts";
import type { Eigen } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { lastPairs, requireCount } from "../../engine/reference/eigenSymmetric.ts";
import { requireSquare } from "../../engine/reference/requireShape.ts";
import { finiteLowerCopy, transposed } from "./layout.ts";
import { type Routines, integersOut, zero } from "./routines.ts";
import { doubles, withWorkspace, type Work } from "./run.ts";

interface EigenWork {
  eigenSymmetric(a: Matrix): Work<Eigen>;
  eigenvaluesSymmetric(a: Matrix): Work<Float64Array>;
  leadingEigenSymmetric(a: Matrix, count: number): Work<Eigen>;
}

/** Above this part of all pairs, all of them are found sooner than some (dsyevd against dsyevr). */
const fewest = 1 / 5;

/** Eigenvalues and vectors of symmetric matrices. */
export function eigen(routines: Routines): EigenWork {
  function* eigenSymmetric(a: Matrix): Work<Eigen> {
    const n = requireSquare(a, "eigenSymmetric");
    const vectors = finiteLowerCopy(a, "eigenSymmetric");
    const values = yield* allPairs(routines, vectors, n, "V");
    return { values, vectors: matrix(n, n, transposed(vectors, n, n)) };
  }

  return {
    eigenSymmetric,
    *eigenvaluesSymmetric(a) {
      const n = requireSquare(a, "eigenvaluesSymmetric");
      return yield* allPairs(routines, finiteLowerCopy(a, "eigenvaluesSymmetric"), n, "N");
    },
    *leadingEigenSymmetric(a, count) {
      const n = requireSquare(a, "leadingEigenSymmetric");
      requireCount(count, n);
      if (count > fewest * n) return lastPairs(yield* eigenSymmetric(a), count);
      return yield* largestPairs(routines, finiteLowerCopy(a, "leadingEigenSymmetric"), n, count);
    },
  };
}

/** By divide and conquer. Vectors replace the matrix, each in a row of ours. */
function* allPairs({ dsyevd }: Routines, a: Float64Array, n: number, job: "N" | "V"): Work<Float64Array> {
  const values = new Float64Array(n);
  const info = integersOut(1);
  if (n > 0) {
    yield* withWorkspace(({ doubles: work, doubleCount, integers, integerCount }) =>
      dsyevd(job, "U", n, a, n, values, work, doubleCount, integers, integerCount, info),
    );
  }
  requireConverged(info, n);
  return values;
}

/** By relatively robust representations. The matrix is lost. */
function* largestPairs({ dsyevr }: Routines, a: Float64Array, n: number, count: number): Work<Eigen> {
  const values = new Float64Array(n);
  const vectors = doubles(n * count);
  const [found, info, support] = [integersOut(1), integersOut(1), integersOut(2 * n)];
  if (count > 0) {
    yield* withWorkspace((room) =>
      dsyevr(
        "V",
        "I",
        "U",
        n,
        a,
        n,
        zero,
        zero,
        n - count + 1,
        n,
        zero,
        found,
        values,
        vectors,
        n,
        support,
        room.doubles,
        room.doubleCount,
        room.integers,
        room.integerCount,
        info,
      ),
    );
  }
  requireConverged(info, n);
  return { values: values.slice(0, count), vectors: matrix(n, count, transposed(vectors, count, n)) };
}

function requireConverged([info]: Int32Array, n: number): void {
  if (info === 0) return;
  throw new NumericalError(
    "no-convergence",
    `The eigenvalues of a ${n} × ${n} matrix did not converge. Check its entries for extreme ratios of size.`,
  );
}
