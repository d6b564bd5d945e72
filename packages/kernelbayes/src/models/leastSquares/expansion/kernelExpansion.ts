import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import type { Warning } from "../../../errors.ts";
import {
  freeParameters,
  withFreeValues,
  medianSquaredDistance,
  searchBounds,
  withWidth,
} from "../../../search/searchBounds.ts";
import { columnsForm, kernelForm, type ExpansionForm, gramForm } from "../canonical/canonicalForm.ts";
import { chooseRegularization, type ChosenRegularization } from "./chooseRegularization.ts";
import { criterionOf, type Criterion } from "../canonical/criterionOf.ts";
import { formExpansion } from "./formExpansion.ts";
import { leaveOneOutOnGrid, responseOf, type Response } from "../canonical/leaveOneOutAt.ts";
import { pairOutputs } from "../canonical/nestedLogits.ts";
import { pivotedFactor } from "../../../rows/kernel/factorToRounding.ts";
import { residualMatrix, kernelGradient, leaveGroupsOut } from "../canonical/residualMatrix.ts";
import { scaledFeatures } from "./scaledFeatures.ts";
import { gaussianOfWidth, searchWidth, type Candidate } from "../../../search/searchWidth.ts";
import { gaussian } from "../../../kernels/gaussian.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { dot } from "../../../matrix/dot.ts";
import { selectColumns, selectRows } from "../../../matrix/row.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import { nelderMead } from "../../../optimize/nelderMead.ts";
import { progress, type Work } from "../../../run/work.ts";
import { chooseBasis } from "./chooseBasis.ts";
import type { ExpansionSettings, KernelSettings } from "../expansionOptions.ts";
import type { ExpansionProblem, SolvedExpansion } from "../expansionProblem.ts";

/** Fits machines with a kernel of the user's, on all rows or on a basis that is chosen, by the canonical form. */
export function* kernelExpansion(
  engine: Engine,
  problem: ExpansionProblem,
  columnGroups: readonly number[],
  settings: ExpansionSettings,
  asked: KernelSettings,
  seed: number,
): Work<SolvedExpansion> {
  const { X, targets, weights, groups } = problem;
  const squaredDistance = medianSquaredDistance(engine, X) ?? 1;
  const start = (asked.kernel ?? gaussian({ lengthScale: Math.sqrt(squaredDistance) })).forColumns(columnGroups);
  const criteria = targets.map((machine) => criterionOf(settings.criterion, machine, weights));
  const basisFor = (kernel: Kernel): Int32Array | undefined =>
    chooseBasis(engine, kernel, problem, settings, asked, seed, (basis) =>
      Math.exp(fitted(kernel, basis).chosen.logMu),
    );
  const fitted = (kernel: Kernel, basis: Int32Array | undefined): Fitted => {
    const parts = formOf(engine, kernel, X, basis, weights, settings);
    const responses = targets.map((machine) => responseOf(engine, parts.form, machine));
    return { ...parts, responses, chosen: regularizationOf(engine, parts.form, responses, criteria, groups, settings) };
  };
  yield progress("kernel", 0, 1);
  const isSearched = asked.kernelSearch !== "none" && freeParameters(start).length > 0;
  const kernel = isSearched
    ? yield* searchKernel(engine, start, problem, asked, { criteria, fitted, squaredDistance, basis: basisFor(start) })
    : start;
  const { form, responses, chosen, lower, kept } = fitted(kernel, basisFor(kernel));
  yield progress("kernel", 1, 1, chosen.value);
  const mu = Math.exp(chosen.logMu);
  const residualsFor = (some: readonly Response[]): Float64Array[] =>
    leftOutResiduals(engine, form, some, chosen.logMu, groups);
  return {
    kernel,
    rows: kept ? selectRows(X, kept) : X,
    expansion: formExpansion(engine, form, responses, mu, lower),
    regularization: mu,
    regularizations: [{ logRegularization: Math.log2(mu), weight: 1 }],
    problem,
    placeOf: Int32Array.from({ length: X.rows }, (_, row) => row),
    residuals: residualsFor(responses),
    residualsOf: (others) => residualsFor(others.map((machine) => responseOf(engine, form, machine))),
    outputsWithout: (machine) =>
      pairOutputs({
        residualMatrix: residualMatrix(engine, form, responses[machine], mu),
        rootWeights: form.rootWeights,
        targets: targets[machine],
      }),
    warnings: chosen.atLimit ? [regularizationAtLimit(chosen, form)] : [],
  };
}

/** What targets differ by from outputs without their rows, or without their groups. */
function leftOutResiduals(
  engine: Engine,
  form: ExpansionForm,
  responses: readonly Response[],
  logMu: number,
  groups: ExpansionProblem["groups"],
): Float64Array[] {
  return groups
    ? leaveGroupsOut(engine, form, responses, Math.exp(logMu), groups)
    : leaveOneOutOnGrid(engine, form, responses, [logMu]).map(({ data }) => data);
}

interface Parts {
  readonly form: ExpansionForm;
  /** The factor L where the columns of the form are L⁻¹k. */
  readonly lower: Matrix | undefined;
  /** The rows of the basis that are used; all rows when absent. */
  readonly kept: Int32Array | undefined;
}

interface Fitted extends Parts {
  readonly responses: readonly Response[];
  readonly chosen: ChosenRegularization;
}

/** Above this number of entries a basis is decomposed by its small Gram matrix: faster and in less memory, in half the digits. */
const accurateEntries = 2e6;

/** Rows that lie closer to the span of the others than this, in units of the largest k(x, x), are dropped from a basis. */
const tolerance = 1e-10;

function formOf(
  engine: Engine,
  kernel: Kernel,
  X: Matrix,
  basis: Int32Array | undefined,
  weights: Float64Array,
  { penalty, bias }: ExpansionSettings,
): Parts {
  if (!basis) {
    const form = kernelForm(engine, kernel.matrix(engine, X), penalty, { weights, bias, rank: "numerical" });
    return { form, lower: undefined, kept: undefined };
  }
  const rootWeights = weights.map(Math.sqrt);
  const formFor = (columns: Matrix): ExpansionForm => {
    if (columns.data.length <= accurateEntries) return columnsForm(engine, columns, { weights, bias });
    const { Z, means } = scaledFeatures(columns, rootWeights, bias);
    const form = gramForm(engine, Z, rootWeights, bias);
    return bias === "free" ? { ...form, columnMeans: means } : form;
  };
  const columns = kernel.cross(engine, X, selectRows(X, basis));
  if (penalty === "coefficients") return { form: formFor(columns), lower: undefined, kept: basis };
  const block = kernel.cross(engine, selectRows(X, basis), selectRows(X, basis));
  const largest = kernel.diagonal(selectRows(X, basis)).reduce((most, value) => Math.max(most, value), 0);
  const { pivots, factor } = pivotedFactor(block, tolerance * largest);
  const features = engine.solveTriangular(factor, selectColumns(columns, pivots), { side: "right", transpose: true });
  return { form: formFor(features), lower: factor, kept: pivots.map((pivot) => basis[pivot]) };
}

function regularizationOf(
  engine: Engine,
  form: ExpansionForm,
  responses: readonly Response[],
  criteria: readonly Criterion[],
  groups: readonly Int32Array[] | undefined,
  { regularization }: ExpansionSettings,
): ChosenRegularization {
  if (regularization === undefined) return chooseRegularization(engine, form, responses, criteria, groups);
  const logMu = Math.log(regularization);
  const residuals = groups
    ? leaveGroupsOut(engine, form, responses, regularization, groups)
    : leaveOneOutOnGrid(engine, form, responses, [logMu]).map(({ data }) => data);
  const value = criteria.reduce((sum, criterion, m) => sum + criterion.value(residuals[m]), 0);
  return { logMu, value, atLimit: false };
}

interface KernelSearch {
  readonly criteria: readonly Criterion[];
  readonly fitted: (kernel: Kernel, basis: Int32Array | undefined) => Fitted;
  readonly squaredDistance: number;
  /** The rows that candidates are compared on; all rows when absent. */
  readonly basis: Int32Array | undefined;
}

/** The kernel with its free parameters searched in the way that is asked for. */
function* searchKernel(
  engine: Engine,
  start: Kernel,
  { X, targets, weights }: ExpansionProblem,
  asked: KernelSettings,
  { criteria, fitted, squaredDistance, basis }: KernelSearch,
): Work<Kernel> {
  const context = { valueOf: (candidate: Kernel) => fitted(candidate, basis).chosen.value, squaredDistance };
  if (asked.kernelSearch === "gradient") {
    return yield* searchByGradient(engine, start, context, X, criteria, (candidate) => fitted(candidate, undefined));
  }
  if (asked.kernel) return yield* searchByValues(start, context);
  const constant = criteria.reduce((sum, criterion, m) => sum + criterion.value(centered(targets[m], weights)), 0);
  return yield* searchByWidths(X.columns, constant, context);
}

interface SearchContext {
  valueOf(kernel: Kernel): number;
  readonly squaredDistance: number;
}

/** Widths that are tried first, in units of the median distance of two rows. */
const firstWidths = [0.25, 0.5, 1, 2];

/** The best of the kernel as it is and with some widths, where it has one. */
function* bestStart(start: Kernel, { valueOf, squaredDistance }: SearchContext): Work<Kernel> {
  const others = firstWidths.flatMap((width) => withWidth(start, 1 / (width * width * squaredDistance)) ?? []);
  let [best, lowest] = [start, valueOf(start)];
  for (const [k, candidate] of others.entries()) {
    const value = valueOf(candidate);
    if (value < lowest) [best, lowest] = [candidate, value];
    yield progress("kernel, first widths", k + 1, others.length, lowest);
  }
  return best;
}

/** Of Gaussian kernels with one width, in the few steps of the fast tuned fit; `constant` is the value of no kernel at all. */
function* searchByWidths(columns: number, constant: number, { valueOf }: SearchContext): Work<Kernel> {
  const evaluate = (width: number): Candidate & { readonly kernel: Kernel } => {
    const kernel = gaussianOfWidth(width, columns);
    const value = valueOf(kernel);
    return { kernel, criterion: value, loss: value };
  };
  const { found } = yield* searchWidth(evaluate, { flatLoss: constant, stage: "kernel" });
  return found.kernel;
}

function centered(values: Float64Array, weights: Float64Array): Float64Array {
  const mean = dot(weights, values) / weights.reduce((sum, weight) => sum + weight, 0);
  return values.map((value) => value - mean);
}

/** The simplex method over the logarithms of the free parameters, with the best μ for each candidate. */
function* searchByValues(start: Kernel, context: SearchContext): Work<Kernel> {
  const best = yield* bestStart(start, context);
  const free = freeParameters(best);
  const point = free.map((j) => Math.log(best.parameters[j].value));
  const optimum = yield* nelderMead((at) => context.valueOf(withFreeValues(best, free, at)), point, {
    ...searchBounds(best, context.squaredDistance, []),
    restarts: 0,
    maxEvaluations: 60 * free.length,
    stage: "kernel",
  });
  return withFreeValues(best, free, optimum.point);
}

/**
 * Quasi-Newton steps over the logarithms of the free parameters. μ being at its best for each candidate, it counts as constant in
 * the gradient Σ_ab W_ab ∂K_ab/∂log θ.
 */
function* searchByGradient(
  engine: Engine,
  start: Kernel,
  context: SearchContext,
  X: Matrix,
  criteria: readonly Criterion[],
  fitted: (kernel: Kernel) => Fitted,
): Work<Kernel> {
  const best = yield* bestStart(start, context);
  const free = freeParameters(best);
  const objective = (at: Float64Array): { value: number; gradient: Float64Array } => {
    const kernel = withFreeValues(best, free, at);
    const { form, responses, chosen } = fitted(kernel);
    const mu = Math.exp(chosen.logMu);
    const gradient = new Float64Array(free.length);
    const residuals = leaveOneOutOnGrid(engine, form, responses, [chosen.logMu]);
    criteria.forEach((criterion, m) => {
      const own = residuals[m].data;
      const D = residualMatrix(engine, form, responses[m], mu);
      const W = kernelGradient(engine, D, form.rootWeights, own, criterion.slopes(own), mu);
      const slopes = kernel.gradient(engine, X, W);
      free.forEach((j, k) => (gradient[k] += slopes[j]));
    });
    return { value: chosen.value, gradient };
  };
  const point = free.map((j) => Math.log(best.parameters[j].value));
  const optimum = yield* boundedLbfgs(objective, point, {
    ...searchBounds(best, context.squaredDistance, []),
    maxIterations: 40,
    gradientTolerance: 1e-5,
    stage: "kernel",
  });
  return withFreeValues(best, free, optimum.point);
}

function regularizationAtLimit({ logMu }: ChosenRegularization, { eigenvalues }: ExpansionForm): Warning {
  const mean = eigenvalues.reduce((sum, value) => sum + value, 0) / eigenvalues.length;
  const message =
    Math.exp(logMu) < mean
      ? "The smallest regularization was best: the kernel fits every row. A narrower one may do better."
      : "The largest regularization was best: the kernel shows little about the classes. Try another one.";
  return { code: "at-bound", message };
}
