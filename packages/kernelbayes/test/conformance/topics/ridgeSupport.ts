import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { kernelForm } from "../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import type { Kernel } from "../../../src/kernels/index.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import { solutionAt } from "../../../src/models/leastSquares/expansion/formExpansion.ts";
import { outputsOf } from "../../models/leastSquares/problems.ts";

type Rows = readonly (readonly number[])[];

/** Outputs at Z of kernel ridge machines without bias, each fitted without one of the rows: a row per machine. */
export function outputsWithoutEach(kernel: Kernel, X: Rows, y: readonly number[], Z: Rows, mu: number): number[][] {
  const engine = selectEngine();
  const z = fromRows(Z);
  return y.map((_, left) => {
    const kept = fromRows(X.filter((_, i) => i !== left));
    const targets = Float64Array.from(y.filter((_, i) => i !== left));
    const weights = new Float64Array(targets.length).fill(1);
    const form = kernelForm(engine, kernel.matrix(engine, kept), "function", { weights, bias: "none" });
    const solution = solutionAt(form, responseOf(engine, form, targets), mu);
    return Array.from(outputsOf(engine, kernel.cross(engine, z, kept), solution));
  });
}
