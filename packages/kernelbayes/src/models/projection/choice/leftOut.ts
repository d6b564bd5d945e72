import type { GroupedRows } from "./byGroups.ts";
import type { Engine } from "../../../engine/engine.ts";
import { NumericalError } from "../../../errors.ts";
import { leftOutRows } from "../../../likelihoods/multinomial/leftOutRows.ts";
import type { RidgeFit } from "./evidenceRidge.ts";
import { leavesAllClasses, leftOutGroups, type LeftOutGroup } from "./leftOutGroups.ts";

/** Log densities of rows by fits that did not see them, NaN where there is none, and what each counts for. */
export interface LeftOut {
  readonly densities: Float64Array;
  readonly weights: Float64Array;
}

/**
 * What a regression says, to first order, of rows that it did not see: one unit of each row left out by itself, or groups of rows
 * together. Undefined where nothing can be left out.
 */
export function leftOutOf(
  engine: Engine,
  { problem, mode }: Pick<RidgeFit, "problem" | "mode">,
  groups: readonly LeftOutGroup[] | undefined,
): LeftOut | undefined {
  try {
    const leftOut = groups
      ? {
          densities: joined(leftOutGroups(engine, problem, mode, groups)),
          weights: joined(groups.map(({ units }) => units)),
        }
      : { densities: densitiesOfRows(engine, problem, mode), weights: problem.weights };
    return leftOut.densities.every(Number.isNaN) ? undefined : leftOut;
  } catch (error) {
    if (error instanceof NumericalError) return undefined;
    throw error;
  }
}

/** Log density of each row without one unit of it. */
function densitiesOfRows(engine: Engine, problem: RidgeFit["problem"], mode: RidgeFit["mode"]): Float64Array {
  const { logProbabilities, omitted } = leftOutRows(engine, problem, mode);
  const densities = Float64Array.from(
    problem.classes,
    (c, i) => logProbabilities.data[i * logProbabilities.columns + c],
  );
  for (const row of omitted) densities[row] = Number.NaN;
  return densities;
}

function joined(parts: readonly Float64Array[]): Float64Array {
  return Float64Array.from(parts.flatMap((part) => Array.from(part)));
}

/** Whether something can be left out that leaves its classes a row. */
export function canLeaveOut({ classes, classCount, weights, groups }: Omit<GroupedRows, "X">): boolean {
  if (groups) return groups.some((group) => leavesAllClasses({ classes, weights }, classCount, [group]));
  const sizes = new Float64Array(classCount);
  classes.forEach((c, i) => (sizes[c] += weights[i]));
  return classes.some((c, i) => sizes[c] - Math.min(1, weights[i]) > 1e-9);
}
