import { NumericalError } from "../../errors.ts";
import type { Eigen, Engine } from "../engine.ts";
import { matrix } from "../matrix.ts";
import { lastPairs, requireCount } from "../reference/leadingEigen.ts";
import { requireFiniteLower, requireSquare } from "../reference/shape.ts";
import type { Instance } from "./module.ts";

/** Rows of a panel, in which the module keeps eigenvectors. */
const panelRows = 4;
/** Doubles for each row that `eigenSymmetric` works with beside its matrices. */
const eigenWork = 98;

/** Eigenvalues and vectors of symmetric matrices. */
export function eigen({
  exports,
  workspace,
}: Instance): Pick<Engine, "eigenSymmetric" | "eigenvaluesSymmetric" | "leadingEigenSymmetric"> {
  const eigenSymmetric: Engine["eigenSymmetric"] = (a) => {
    const n = requireSquare(a, "eigenSymmetric");
    const paneled = Math.ceil(n / panelRows) * panelRows * n;
    return workspace.frame([n * n, n, n * n, paneled, eigenWork * n], (source, d, q, panels, work) => {
      workspace.write(source, a.data);
      if (!exports.isFiniteLower(source, n)) requireFiniteLower(a, "eigenSymmetric");
      if (!exports.eigenSymmetric(source, n, d, q, panels, work)) throw notConverged(n);
      return sorted(workspace.read(d, n), workspace.read(panels, paneled));
    });
  };
  return {
    eigenSymmetric,
    eigenvaluesSymmetric: (a) => eigenSymmetric(a).values,
    leadingEigenSymmetric(a, count) {
      requireCount(count, requireSquare(a, "leadingEigenSymmetric"));
      return lastPairs(eigenSymmetric(a), count);
    },
  };
}

/** Eigenvalues in ascending order, and the vectors out of their panels in the same order. */
function sorted(values: Float64Array, panels: Float64Array): Eigen {
  const n = values.length;
  const order = Uint32Array.from(values.keys()).toSorted((i, j) => values[i] - values[j]);
  const vectors = matrix(n, n);
  for (let i = 0; i < n; i++) {
    const start = Math.floor(i / panelRows) * panelRows * n + (i % panelRows);
    for (let j = 0; j < n; j++) vectors.data[i * n + j] = panels[start + order[j] * panelRows];
  }
  return { values: values.toSorted(), vectors };
}

function notConverged(n: number): NumericalError {
  return new NumericalError(
    "no-convergence",
    `The eigenvalues of a ${n} × ${n} matrix did not converge. Check its entries for extreme ratios of size.`,
  );
}
