import { NumericalError } from "../../errors.ts";
import type { Eigen, Engine } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { requireCount } from "../reference/eigenSymmetric.ts";
import { requireFiniteLower, requireSquare } from "../reference/requireShape.ts";
import type { Instance } from "./loadInstance.ts";

/** Doubles that `eigenSymmetric` works with beside its matrices: so many, and so many for each row. */
const pairsWork = { least: 20, each: 141 };
/** The same for each row of `eigenvaluesSymmetric`. */
const valuesWork = 98;

/** Eigenvalues and vectors of symmetric matrices. */
export function eigen({
  exports,
  workspace,
}: Instance): Pick<Engine, "eigenSymmetric" | "eigenvaluesSymmetric" | "leadingEigenSymmetric"> {
  const leading = (a: Matrix, count: number, operation: string): Eigen => {
    const n = a.rows;
    const lengths = [n * n, n, n * n, n * n, pairsWork.least + pairsWork.each * n];
    return workspace.frame(lengths, (source, d, vectors, rows, work) => {
      workspace.write(source, a.data);
      if (!exports.isFiniteLower(source, n)) requireFiniteLower(a, operation);
      if (!exports.eigenSymmetric(source, n, count, d, vectors, rows, work)) throw notConverged(n);
      const values = workspace.read(d, n).subarray(n - count);
      return { values: values.slice(), vectors: matrix(n, count, workspace.read(vectors, n * count)) };
    });
  };
  return {
    eigenSymmetric: (a) => leading(a, requireSquare(a, "eigenSymmetric"), "eigenSymmetric"),
    eigenvaluesSymmetric(a) {
      const n = requireSquare(a, "eigenvaluesSymmetric");
      return workspace.frame([n * n, n, valuesWork * n], (source, d, work) => {
        workspace.write(source, a.data);
        if (!exports.isFiniteLower(source, n)) requireFiniteLower(a, "eigenvaluesSymmetric");
        if (!exports.eigenvaluesSymmetric(source, n, d, work)) throw notConverged(n);
        return workspace.read(d, n).toSorted();
      });
    },
    leadingEigenSymmetric(a, count) {
      requireCount(count, requireSquare(a, "leadingEigenSymmetric"));
      return leading(a, count, "leadingEigenSymmetric");
    },
  };
}

function notConverged(n: number): NumericalError {
  return new NumericalError(
    "no-convergence",
    `The eigenvalues of a ${n} × ${n} matrix did not converge. Check its entries for extreme ratios of size.`,
  );
}
