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
export function leftOutGroups(
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
