import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { factorize } from "../../../matrix/factorize.ts";
import {
  hessianAt,
  logProbabilitiesOf,
  outputCurvature,
  outputSlopes,
  type MultinomialMode,
  type MultinomialProblem,
} from "../../../likelihoods/multinomial/multinomialMode.ts";
import { NumericalError, unlessThrown } from "../../../errors.ts";
import { leftOutRows } from "../../../likelihoods/multinomial/leftOutRows.ts";
import type { RidgeFit } from "./evidenceRidge.ts";
import { sampleNumbers } from "../../../rows/sampleRows.ts";
import { classSizes, type CountedRows, takeRows } from "../../../rows/labelledRows.ts";
import { concatenate } from "../../../matrix/row.ts";

/** Rows that are left out together, and how many units of the weight of each. */
export interface LeftOutGroup {
  readonly rows: Int32Array;
  readonly units: Float64Array;
}

/**
 * The log density of the class of each row of each group under a fit without that group, to first order around the mode: one
 * Newton step on the other rows. With H the Hessian, Xᵢ = xᵢᵀ ⊗ I, and Wᵢ and gᵢ the curvature and the slope of a unit of a row in its
 * outputs,
 *
 *     η₍G₎ᵢ = ηᵢ − Xᵢ (H − Σ_G u X′WX)⁻¹ Σ_G u X′g.
 *
 * NaN for all rows of a group without which nothing would be left of a class. O(n m² q² + G (m q)³).
 */
function leftOutGroups(
  engine: Engine,
  problem: MultinomialProblem,
  mode: MultinomialMode,
  groups: readonly LeftOutGroup[],
): Float64Array[] {
  const { design, contrasts, classes } = problem;
  const { rows: C, columns: q } = contrasts;
  const m = design.columns;
  const H = hessianAt(engine, problem, mode);
  const slopes = outputSlopes(problem, mode.logProbabilities);
  return groups.map((group) => {
    const { rows, units } = group;
    if (!leavesAllClasses(problem, C, [group])) return new Float64Array(rows.length).fill(NaN);
    const remaining = matrix(m * q, m * q, H.data.slice());
    const pull = new Float64Array(m * q);
    rows.forEach((row, at) => {
      const W = outputCurvature(contrasts, mode.logProbabilities.data.subarray(row * C, (row + 1) * C));
      for (let j = 0; j < m; j++) {
        const x = units[at] * design.data[row * m + j];
        for (let a = 0; a < q; a++) {
          pull[j * q + a] += x * slopes.data[row * q + a];
          for (let l = 0; l < m; l++) {
            const xx = x * design.data[row * m + l];
            for (let b = 0; b < q; b++) remaining.data[(j * q + a) * m * q + l * q + b] -= xx * W[a * q + b];
          }
        }
      }
    });
    const step = factorize(engine, remaining).solveVector(pull);
    const outputs = matrix(rows.length, q);
    rows.forEach((row, at) => {
      for (let a = 0; a < q; a++) {
        let moved = 0;
        for (let j = 0; j < m; j++) moved += design.data[row * m + j] * step[j * q + a];
        outputs.data[at * q + a] = mode.outputs.data[row * q + a] - moved;
      }
    });
    const { data } = logProbabilitiesOf(engine, outputs, contrasts);
    return Float64Array.from(rows, (row, at) => data[at * C + classes[row]]);
  });
}

/** The weights of rows without some groups. */
export function remainingWeights(weights: Float64Array, groups: readonly LeftOutGroup[]): Float64Array {
  const remaining = weights.slice();
  for (const { rows, units } of groups) rows.forEach((row, at) => (remaining[row] -= units[at]));
  return remaining;
}

/** Whether every class keeps some weight without the groups. */
export function leavesAllClasses(
  { classes, weights }: { readonly classes: Int32Array; readonly weights: Float64Array },
  classCount: number,
  groups: readonly LeftOutGroup[],
): boolean {
  const remaining = remainingWeights(weights, groups);
  return new Set(classes.filter((_, row) => remaining[row] > 1e-9)).size === classCount;
}

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
  return unlessThrown(NumericalError, () => {
    const leftOut = groups
      ? {
          densities: concatenate(leftOutGroups(engine, problem, mode, groups)),
          weights: concatenate(groups.map(({ units }) => units)),
        }
      : { densities: densitiesOfRows(engine, problem, mode), weights: problem.weights };
    return leftOut.densities.every(Number.isNaN) ? undefined : leftOut;
  });
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

/** Whether something can be left out that leaves its classes a row. */
export function canLeaveOut({ classes, classCount, weights, groups }: Omit<GroupedRows, "X">): boolean {
  if (groups) return groups.some((group) => leavesAllClasses({ classes, weights }, classCount, [group]));
  const sizes = classSizes({ classes, classCount, weights });
  return classes.some((c, i) => sizes[c] - Math.min(1, weights[i]) > 1e-9);
}

/** Rows, and what is left out together of them where they come in groups. */
export interface GroupedRows extends CountedRows {
  /** What is left out together; without, every row by itself. */
  readonly groups?: readonly LeftOutGroup[] | undefined;
}

/** So many of the rows, drawn by the seed, where there are more; of groups those of their rows that are left. */
export function partOf(rows: GroupedRows, most: number, seed: number): GroupedRows {
  if (rows.X.rows <= most) return rows;
  const chosen = sampleNumbers(rows.classes, most, seed);
  const placeOf = new Map(Array.from(chosen, (row, at) => [row, at]));
  const groups = rows.groups?.map((group) => membersLeft(group, placeOf)).filter((group) => group.rows.length > 0);
  return { ...takeRows(rows, chosen), groups };
}

function membersLeft({ rows, units }: LeftOutGroup, placeOf: ReadonlyMap<number, number>): LeftOutGroup {
  const members = Array.from(rows.keys()).flatMap((at) => {
    const place = placeOf.get(rows[at]);
    return place === undefined ? [] : [{ place, unit: units[at] }];
  });
  return {
    rows: Int32Array.from(members, ({ place }) => place),
    units: Float64Array.from(members, ({ unit }) => unit),
  };
}

/** Rows whose groups are halved whole: a row that several groups have is there once for each. */
export function byGroups({ groups, ...rows }: GroupedRows): CountedRows {
  if (!groups) return rows;
  const members = groups.flatMap((group, number) =>
    Array.from(group.rows, (row, at) => ({ row, unit: group.units[at], number })),
  );
  const chosen = Int32Array.from(members, ({ row }) => row);
  return {
    ...takeRows(rows, chosen),
    weights: Float64Array.from(members, ({ unit }) => unit),
    rowGroups: Int32Array.from(members, ({ number }) => number),
  };
}
