import type { Warning } from "../../errors.ts";
import type { Matrix } from "../../engine/matrix.ts";
import type { Expansion } from "../parts/expansion.ts";
import type { OutputsWithout } from "./canonical/nestedLogits.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { KnownTuning } from "../parts/expansion.ts";
import type { ExpansionProblem } from "./expansionProblem.ts";

/** Machines on one kernel expansion that are fitted and not yet calibrated, however their kernel was chosen. */
export interface SolvedExpansion {
  readonly kernel: Kernel;
  /** The rows of the expansion. */
  readonly rows: Matrix;
  readonly expansion: Expansion;
  /** The problem in the order of its final basis, and where each row of the first order went. */
  readonly problem: ExpansionProblem;
  readonly placeOf: Int32Array;
  /** Leave-one-out residuals of each machine, or with groups of rows left out. */
  readonly residuals: readonly Float64Array[];
  /** The same for other targets, at the same kernel and regularizations. */
  residualsOf(targets: readonly Float64Array[]): readonly Float64Array[];
  /** Outputs of one machine, or of an average of several, without a row and each of the others. */
  outputsWithout(machine: number): (row: number) => OutputsWithout;
  /** What was chosen for a kernel that is tuned by itself. */
  readonly tuning?: KnownTuning | undefined;
  readonly warnings: readonly Warning[];
}
