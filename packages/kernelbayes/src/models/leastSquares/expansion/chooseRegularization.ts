import type { Engine } from "../../../engine/engine.ts";
import { brent } from "../../../optimize/brent.ts";
import { runSync } from "../../../run/run.ts";
import type { CanonicalForm, ResidualForm } from "../canonical/canonicalForm.ts";
import type { Criterion } from "../canonical/criterionOf.ts";
import { leaveGroupsOut } from "../canonical/leaveGroupsOut.ts";
import {
  leaveOneOutAt,
  leaveOneOutOnGrid,
  type ResidualResponse,
  type Response,
  type ResidualsWithDerivatives,
} from "../canonical/leaveOneOutAt.ts";
import { newtonRegularization } from "./newtonRegularization.ts";
import { significantPart } from "./significantPart.ts";

export interface ChosenRegularization {
  readonly logMu: number;
  /** The sum of the criteria there. */
  readonly value: number;
  /** The best is at an end of the grid or beyond it. */
  readonly atLimit: boolean;
}

/** log₂ of μ over the mean eigenvalue, at the values of the grid. */
const exponents: readonly number[] = Array.from({ length: 21 }, (_, k) => 2 * k - 30);
const widest = 10 * Math.LN10;

/**
 * The regularization that minimizes the summed criteria of several machines on one form: the best of a grid of 21 values,
 * all of them in a few matrix products, and from there Newton's method in log μ. Groups of rows are left out as a whole, one
 * value of μ at a time, and Brent's method takes the place of Newton's.
 */
export function chooseRegularization(
  engine: Engine,
  form: CanonicalForm,
  responses: readonly Response[],
  criteria: readonly Criterion[],
  groups?: readonly Int32Array[],
): ChosenRegularization {
  const n = form.rootWeights.length;
  const grid = regularizationGrid(form);
  const isBeyond = (logMu: number): boolean => logMu <= grid[0] || logMu >= grid[grid.length - 1];
  if (groups) {
    const valueAt = (logMu: number): number => {
      const left = leaveGroupsOut(engine, form, responses, Math.exp(logMu), groups);
      return sum(left.map((residuals, m) => criteria[m].value(residuals)));
    };
    const at = lowest(grid.map(valueAt));
    const [lower, upper] = [grid[Math.max(0, at - 1)], grid[Math.min(grid.length - 1, at + 1)]];
    const { point, value } = runSync(brent(valueAt, { lower, upper, start: grid[at], pointTolerance: 1e-4 }));
    return { logMu: point[0], value, atLimit: isBeyond(point[0]) };
  }
  const center = logMeanEigenvalue(form);
  const bounds = { lower: center - widest, upper: center + widest };
  const part = significantPart(engine, form, responses, Math.exp(bounds.lower));
  const at = lowest(gridValues(engine, part.form, part.responses, criteria, grid));
  const residualsAt = (logMu: number): ResidualsWithDerivatives =>
    stacked(part.responses.map((response) => leaveOneOutAt(engine, part.form, response, logMu)));
  const { logMu, value } = newtonRegularization(residualsAt, summed(criteria, n), grid[at], bounds);
  return { logMu, value, atLimit: isBeyond(logMu) };
}

/** The values of log μ that a search begins with: μ = 2^(−30 … 10) times the mean eigenvalue. */
export function regularizationGrid(form: ResidualForm): number[] {
  const center = logMeanEigenvalue(form);
  return exponents.map((exponent) => center + exponent * Math.LN2);
}

function logMeanEigenvalue({ eigenvalues, rootWeights }: ResidualForm): number {
  let total = 0;
  for (let j = 0; j < eigenvalues.length; j++) total += eigenvalues[j];
  return Math.log(total / rootWeights.length || 1);
}

/** Where the lowest value is; values that are not numbers count as high. */
function lowest(values: readonly number[]): number {
  return values.reduce((best, value, k) => (value < values[best] || Number.isNaN(values[best]) ? k : best), 0);
}

function gridValues(
  engine: Engine,
  form: ResidualForm,
  responses: readonly ResidualResponse[],
  criteria: readonly Criterion[],
  grid: readonly number[],
): number[] {
  const residuals = leaveOneOutOnGrid(engine, form, responses, grid);
  const own = new Float64Array(form.rootWeights.length);
  return grid.map((_, k) =>
    sum(
      criteria.map((criterion, m) => {
        for (let i = 0; i < own.length; i++) own[i] = residuals[m].data[i * grid.length + k];
        return criterion.value(own);
      }),
    ),
  );
}

/** The residuals of several machines one behind the other. */
function stacked(parts: readonly ResidualsWithDerivatives[]): ResidualsWithDerivatives {
  if (parts.length === 1) return parts[0];
  const together = (name: keyof ResidualsWithDerivatives): Float64Array =>
    Float64Array.from(parts.flatMap((part) => Array.from(part[name])));
  return { residuals: together("residuals"), first: together("first"), second: together("second") };
}

/** The sum of criteria as one of stacked residuals, n for each machine. */
function summed(criteria: readonly Criterion[], n: number): Pick<Criterion, "derivatives"> {
  const part = (values: Float64Array, m: number): Float64Array => values.subarray(m * n, (m + 1) * n);
  return {
    derivatives({ residuals, first, second }) {
      const parts = criteria.map((criterion, m) =>
        criterion.derivatives({ residuals: part(residuals, m), first: part(first, m), second: part(second, m) }),
      );
      return [sum(parts.map(([E]) => E)), sum(parts.map(([, E1]) => E1)), sum(parts.map(([, , E2]) => E2))];
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
