import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { column } from "../../../matrix/row.ts";
import { averagedOutputs, pairOutputs } from "../canonical/nestedLogits.ts";
import type { Bias } from "../expansion/scaledFeatures.ts";
import type { ExpansionProblem, SolvedExpansion } from "../expansionProblem.ts";
import {
  averagedEquations,
  type AveragedEquations,
  type AveragedMember,
  type WeightedRegularization,
} from "./averagedEquations.ts";
import { blockEquations, type BlockEquations } from "./blockEquations.ts";
import type { FeatureSource, KernelFeatures } from "./kernelFeatures.ts";
import { expansionIn, expansionOf, leaveOneOutOf, normalEquations, remainderMatrix } from "./normalEquations.ts";

/** Machines on given features, with what leaves rows out of them. */
export type SolvedMachines = Pick<SolvedExpansion, "expansion" | "residuals" | "residualsOf" | "outputsWithout">;

/** What machines are fitted to, beside the features of the rows. */
type SolvedRows = Pick<ExpansionProblem, "targets" | "weights" | "groups">;

/** The machines of one regularization. */
export function solveBest(
  engine: Engine,
  { targets, weights, groups }: SolvedRows,
  source: KernelFeatures | FeatureSource,
  logRegularization: number,
  bias: Bias,
): SolvedMachines {
  const rootWeights = weights.map(Math.sqrt);
  const mu = 2 ** logRegularization;
  const equationsFor = (values: readonly Float64Array[]): BlockEquations | undefined => {
    if (!("Z" in source)) return blockEquations(engine, source, rootWeights, values, mu, bias);
    const equations = normalEquations(engine, source.Z, rootWeights, values, mu, bias);
    return equations && { ...equations, means: source.means };
  };
  const equations = equationsFor(targets);
  if (!equations) {
    throw new NumericalError(
      "not-positive-definite",
      `The normal equations of ${source.pivots.length} features are not positive definite to working precision. ` +
        "Look for rows far from all others.",
    );
  }
  return {
    expansion: expansionOf(engine, { means: equations.means, factor: source.factor }, equations),
    residuals: leaveOneOutOf(engine, equations, rootWeights, groups),
    residualsOf(values) {
      const others = equationsFor(values);
      return others ? leaveOneOutOf(engine, others, rootWeights, groups) : [];
    },
    outputsWithout: outputsWithoutPairs(engine, [{ weight: 1, equations }], rootWeights, targets),
  };
}

/** The average of the machines of several regularizations; what leaves a row out of it is the average of theirs. */
export function solveAveraged(
  engine: Engine,
  { targets, weights, groups }: SolvedRows,
  source: FeatureSource,
  regularizations: readonly WeightedRegularization[],
  bias: Bias,
): SolvedMachines {
  const rootWeights = weights.map(Math.sqrt);
  const averageFor = (values: readonly Float64Array[]): AveragedEquations =>
    averagedEquations(engine, source, rootWeights, values, regularizations, bias);
  const leftOut = ({ members }: AveragedEquations): Float64Array[] => {
    const parts = members.map(({ equations }) => leaveOneOutOf(engine, equations, rootWeights, groups));
    return parts[0].map((values, m) =>
      values.map((_, i) => members.reduce((sum, { weight }, k) => sum + weight * parts[k][m][i], 0)),
    );
  };
  const average = averageFor(targets);
  return {
    expansion: expansionIn(engine, { means: average.means, factor: source.factor }, average),
    residuals: leftOut(average),
    residualsOf: (values) => leftOut(averageFor(values)),
    outputsWithout: outputsWithoutPairs(engine, average.members, rootWeights, targets),
  };
}

/** `averagedOutputs` of members for each machine. */
function outputsWithoutPairs(
  engine: Engine,
  members: readonly AveragedMember[],
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
): SolvedExpansion["outputsWithout"] {
  // One matrix of a member serves all its machines.
  let remainders: Matrix[] | undefined;
  return (machine) => {
    const D = (remainders ??= members.map(({ equations }) => remainderMatrix(engine, equations, rootWeights)));
    return averagedOutputs(
      members.map(({ weight, equations }, k) => {
        const residualMatrix = { D: D[k], N: column(equations.residuals, machine) };
        return { weight, outputsWithout: pairOutputs({ residualMatrix, rootWeights, targets: targets[machine] }) };
      }),
    );
  };
}
