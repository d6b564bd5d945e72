import type { Engine } from "../../../engine/engine.ts";
import { brent } from "../../../optimize/brent.ts";
import { runSync } from "../../../run/run.ts";
import type { CanonicalForm, ResidualForm } from "../canonical/canonicalForm.ts";
import type { Criterion } from "../canonical/criterionOf.ts";
import { leaveGroupsOut } from "../canonical/residualMatrix.ts";
import {
  leaveOneOutAt,
  leaveOneOutOnGrid,
  type ResidualResponse,
  type Response,
  type ResidualsWithDerivatives,
  outsideParts,
} from "../canonical/leaveOneOutAt.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { sumOf } from "../../../matrix/dot.ts";

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
      return sumOf(left.map((residuals, m) => criteria[m].value(residuals)));
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
    sumOf(
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
      return [sumOf(parts.map(([E]) => E)), sumOf(parts.map(([, E1]) => E1)), sumOf(parts.map(([, , E2]) => E2))];
    },
  };
}

interface NewtonOptions {
  /** Limits of log μ. */
  readonly lower: number;
  readonly upper: number;
}

interface RegularizationOptimum {
  readonly logMu: number;
  readonly value: number;
  readonly iterations: number;
  readonly converged: boolean;
}

const mostIterations = 100;
const mostHalvings = 20;
const longestStep = 2;
/** The share of the criterion that is worth another step. */
const leastGain = 1e-10;

/**
 * Minimizes a criterion of the leave-one-out residuals over log μ by Newton steps, clipped to length 2 and halved until
 * they lead down; where the curvature is not positive, a unit step downhill takes the place of Newton's. The criterion
 * often has several minima: start from the best point of a grid.
 */
export function newtonRegularization(
  residualsAt: (logMu: number) => ResidualsWithDerivatives,
  criterion: Pick<Criterion, "derivatives">,
  start: number,
  { lower, upper }: NewtonOptions,
): RegularizationOptimum {
  const clamp = (logMu: number): number => Math.min(upper, Math.max(lower, logMu));
  let logMu = clamp(start);
  let [E, E1, E2] = criterion.derivatives(residualsAt(logMu));
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    if (Math.abs(E1) <= 1e-10 * Math.max(1, E)) return { logMu, value: E, iterations: iteration, converged: true };
    // What a whole step would still gain, ½ E'²/E'', is below what anybody can tell.
    if (E2 > 0 && E1 * E1 <= 2 * leastGain * E * E2) return { logMu, value: E, iterations: iteration, converged: true };
    const newton = E2 > 0 ? -E1 / E2 : -Math.sign(E1);
    const step = Math.min(longestStep, Math.max(-longestStep, newton));
    let next: readonly [number, number, number] | undefined;
    let at = logMu;
    for (let halving = 0, length = step; halving <= mostHalvings; halving++, length /= 2) {
      // A step that promises less than the last digit of the criterion cannot be seen to lead down.
      if (halving > 0 && Math.abs(E1 * length) <= 2 * Number.EPSILON * Math.abs(E)) break;
      at = clamp(logMu + length);
      // At a limit, and downhill is beyond it.
      if (at === logMu) break;
      const trial = criterion.derivatives(residualsAt(at));
      if (trial[0] < E) {
        next = trial;
        break;
      }
    }
    // No step leads down: as low as the digits of the criterion tell, or at a limit.
    if (next === undefined) return { logMu, value: E, iterations: iteration + 1, converged: true };
    const moved = Math.abs(at - logMu);
    logMu = at;
    [E, E1, E2] = next;
    if (moved <= 1e-9) return { logMu, value: E, iterations: iteration + 1, converged: true };
  }
  return { logMu, value: E, iterations: mostIterations, converged: false };
}

/** A form and responses from which leave-one-out residuals are made in less time, for a range of regularizations. */
interface SignificantPart {
  readonly form: ResidualForm;
  readonly responses: readonly ResidualResponse[];
}

/** λ/μ below which an eigenvector does not tell one μ from another. */
const negligibleShare = 2 ** -40;
/** The share of the eigenvectors that must be dropped for a copy of the others to pay. */
const leastDropped = 0.25;

/**
 * The eigenvectors of a form that can tell one μ ≥ leastMu from another, with all others taken together. Where
 * λ ≤ 2⁻⁴⁰ leastMu the share μ/(λ + μ) is 1 to twelve digits, which is more than a choice of μ needs, so that of those vectors P only
 *
 *     Σⱼ pᵢⱼ²,   P Pᵀt̃   and   P Pᵀ√w
 *
 * matter: the remainder of the diagonal, and what lies outside of the span of the vectors that are kept. Kernels smooth
 * enough to be of use have far fewer vectors to keep than rows: a step of a search then costs O(n r) in place of O(n²).
 *
 * For a row of a complete form of which P has at least half they are what the kept vectors leave of the whole; for other rows that
 * difference would lose digits, the more so the less is left, and they are summed over P itself. So they are, and added to what lies outside
 * already, where a form has the pairs above rounding alone.
 *
 * The eigenvalues of the form are expected in ascending order; only the leading ones are taken together. Where most would be
 * kept, a copy of them costs more than it saves, and the form is returned as it is; so is an expansion in few columns.
 */
export function significantPart(
  engine: Engine,
  form: CanonicalForm,
  responses: readonly Response[],
  leastMu: number,
): SignificantPart {
  const { eigenvalues, basis, rootWeights, remainder, bias } = form;
  const least = negligibleShare * leastMu;
  const first = eigenvalues.findIndex((value) => !(value <= least));
  const dropped = first < 0 ? eigenvalues.length : first;
  const isOfColumns = bias === "removed" || bias === "column";
  if (isOfColumns || dropped < leastDropped * eigenvalues.length) return { form, responses };
  const constant = responses[0]?.constant;
  const kept = keptPart(basis, dropped, remainder);
  const vectors: Located[] = responses.map(({ targets, coordinates, outside }) => ({
    whole: targets.map((target, i) => rootWeights[i] * target),
    coordinates,
    outside,
  }));
  if (constant) vectors.push({ whole: rootWeights, coordinates: constant, outside: responses[0]?.constantOutside });
  const outside = leftOutside(engine, basis, kept, vectors);
  return {
    form: { ...kept, eigenvalues: eigenvalues.subarray(dropped), rootWeights },
    responses: responses.map(({ coordinates }, m) => ({
      coordinates: coordinates.subarray(dropped),
      outside: outside[m],
      constant: constant?.subarray(dropped),
      ...(constant && { constantOutside: outside[responses.length] }),
    })),
  };
}

type KeptPart = Pick<ResidualForm, "basis" | "squares"> & { readonly remainder: Float64Array };

/** The columns from `dropped` on, their squares, and the squares that are left of each row, with those beyond all columns. */
function keptPart({ data, rows, columns }: Matrix, dropped: number, beyond: Float64Array | undefined): KeptPart {
  const r = columns - dropped;
  const basis = matrix(rows, r);
  const squares = matrix(rows, r);
  const remainder = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const left = 1 - keepRow(data, i * columns + dropped, r, basis.data, squares.data, i * r);
    const isSummed = beyond !== undefined || left < half;
    remainder[i] = isSummed ? (beyond?.[i] ?? 0) + sumOfProducts(data, i * columns, dropped, data, i * columns) : left;
  }
  return { basis, squares, remainder };
}

/** Copies `count` entries and their squares; their sum is returned. */
function keepRow(
  data: Float64Array,
  from: number,
  count: number,
  kept: Float64Array,
  squares: Float64Array,
  to: number,
): number {
  let sum = 0;
  for (let j = 0; j < count; j++) {
    const value = data[from + j];
    const square = value * value;
    kept[to + j] = value;
    squares[to + j] = square;
    sum += square;
  }
  return sum;
}

/** A vector, its coordinates in all columns of a basis, and what of it lies beyond them, where there is something. */
interface Located {
  readonly whole: Float64Array;
  readonly coordinates: Float64Array;
  readonly outside: Float64Array | undefined;
}

/** Vectors less their part in the span of the kept columns of a basis, each to its own digits. */
function leftOutside(
  engine: Engine,
  { data, columns }: Matrix,
  { basis, remainder }: KeptPart,
  vectors: readonly Located[],
): Float64Array[] {
  const dropped = columns - basis.columns;
  if (vectors[0]?.outside) {
    return vectors.map(({ coordinates, outside }) =>
      Float64Array.from(outside ?? [], (value, i) => value + sumOfProducts(data, i * columns, dropped, coordinates, 0)),
    );
  }
  const differences = outsideParts(
    engine,
    basis,
    vectors.map(({ whole }) => whole),
    vectors.map(({ coordinates }) => coordinates.subarray(dropped)),
  );
  return vectors.map(({ coordinates }, k) =>
    differences[k].map((value, i) =>
      remainder[i] < half ? sumOfProducts(data, i * columns, dropped, coordinates, 0) : value,
    ),
  );
}

const half = 0.5;

/** Σ aⱼ bⱼ over `count` entries from where each of them begins. */
function sumOfProducts(a: Float64Array, from: number, count: number, b: Float64Array, start: number): number {
  let sum = 0;
  for (let j = 0; j < count; j++) sum += a[from + j] * b[start + j];
  return sum;
}
