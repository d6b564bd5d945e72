import { largestMagnitude, scaleBy, scaleToOne } from "./norms";
import { packPanels } from "./pack";
import { tridiagonalEigen } from "./ql";
import { mirrorLower } from "./symmetric";
import { formTridiagonalBasis, tridiagonalize } from "./tridiagonal";

/**
 * Eigenvalues and vectors of the symmetric n × n matrix in the lower triangle of `a`, which is destroyed. The values go
 * to d, in no order; the vectors to `panels`, as the columns of a matrix in panels of four rows (room for n rounded up
 * to a multiple of four, times n). `q` has room for n², `work` for 98 n doubles. Returns whether it converged.
 */
export function eigenSymmetric(a: usize, n: i32, d: usize, q: usize, panels: usize, work: usize): bool {
  const bytes: usize = (<usize>n) << 3;
  mirrorLower(a, n);
  const largest: f64 = largestMagnitude(a, n * n);
  const factor: f64 = largest > 0 ? scaleToOne(largest) : 1;
  if (factor != 1) scaleBy(a, n * n, factor);
  const e: usize = work;
  const tau: usize = e + bytes;
  const rest: usize = tau + bytes;
  tridiagonalize(a, n, d, e, tau, rest);
  formTridiagonalBasis(a, n, tau, q, rest);
  packPanels(panels, q, n, 1, n, n);
  const converged: bool = tridiagonalEigen(d, e, n, panels, n, rest);
  if (factor != 1) scaleBy(d, n, 1 / factor);
  return converged;
}
