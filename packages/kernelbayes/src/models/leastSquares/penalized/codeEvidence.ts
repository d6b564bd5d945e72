import { InputError } from "../../../errors.ts";
import { brent } from "../../../optimize/brent.ts";
import { runSync } from "../../../run/run.ts";
import { type Response, leaveOneOutOnGrid } from "../canonical/leaveOneOutAt.ts";
import { type PenalizedForm, requireRegularization, regularizationScale, widest } from "./penalizedForm.ts";
import type { Engine } from "../../../engine/engine.ts";
import { fromColumns } from "../../../matrix/row.ts";
import { searchCurve, type CurveProblem } from "../../../calibration/searchCurve.ts";
import { leaveBlocksOut } from "./leaveBlocksOut.ts";
import { parabolaVertex, type Candidate } from "../../../search/searchWidth.ts";

/**
 * The log density of the code of the classes in Lin's model, the coefficients integrated out: with eigenpairs (g, q) of
 * HKA⁻¹KH on the complement of 1 and z = qᵀy,
 *
 *     −½ Σ [log 2π(σ² + τ²g) + z²/(σ² + τ²g)],   τ² = σ²/r,
 *
 * computed from the decomposition of K itself, without centering it. The code is treated as if it were normal: like other
 * evidences of labels taken for numbers it ranks kernels and r for one data set and nothing else.
 */
export function codeEvidence(penalized: PenalizedForm, response: Response, r: number, noiseVariance: number): number {
  requireRegularization(r);
  if (!(noiseVariance > 0 && noiseVariance < Infinity)) {
    throw new InputError("invalid-option", `The noise variance must be greater than 0; got ${noiseVariance}.`);
  }
  const scaled = residualForm(penalized, response, r) / noiseVariance;
  const degrees = penalized.total - 1;
  return -0.5 * (degrees * Math.log(2 * Math.PI * noiseVariance) + logShares(penalized, r) + scaled);
}

/** σ̂² = (1/(n − 1)) Σ z²/(1 + g/r), the noise variance of greatest evidence at one r. */
export function noiseVarianceAt(penalized: PenalizedForm, response: Response, r: number): number {
  requireRegularization(r);
  return residualForm(penalized, response, r) / (penalized.total - 1);
}

interface EvidentRegularization {
  readonly regularization: number;
  /** σ̂² of each response. */
  readonly noiseVariances: readonly number[];
  /** The sum over the responses. */
  readonly evidence: number;
  /** Whether the evidence still rises at the end of the range: no noise at all, or nothing but noise. */
  readonly isAtBound: boolean;
}

/**
 * The r of greatest evidence, which all responses share, σ² being σ̂² of each at each r: the best of a grid over 20 powers of e on both sides of the mean
 * eigenvalue, refined between its neighbours; O(n) a value. Copies of rows that share everything, as weights make them
 * where the kernel has no nugget, agree without any noise: the evidence then grows without bound as r → 0.
 */
export function regularizationByEvidence(
  penalized: PenalizedForm,
  responses: readonly Response[],
): EvidentRegularization {
  const center = regularizationScale(penalized);
  const noiseAt = (r: number): number[] => responses.map((response) => noiseVarianceAt(penalized, response, r));
  const profile = (log: number): number => {
    const r = Math.exp(center + log);
    return noiseAt(r).reduce((sum, noise, m) => sum + codeEvidence(penalized, responses[m], r, noise), 0);
  };
  const values = Array.from({ length: 2 * widest + 1 }, (_, k) => profile(k - widest));
  const best = values.reduce((most, value, k) => (value > values[most] ? k : most), 0) - widest;
  const { point, value } = runSync(
    brent((log) => -profile(log), {
      lower: Math.max(-widest, best - 1),
      upper: Math.min(widest, best + 1),
      start: best,
    }),
  );
  const regularization = Math.exp(center + point[0]);
  return {
    regularization,
    noiseVariances: noiseAt(regularization),
    evidence: -value,
    isAtBound: Math.abs(best) === widest,
  };
}

/** Σ z²/(1 + g/r) = Σ ω(c − bρ)² with ω = r/(g + r) in the basis of K, b the free bias. */
function residualForm({ form, constant }: PenalizedForm, { coordinates }: Response, r: number): number {
  const { eigenvalues } = form;
  let S = 0;
  let product = 0;
  eigenvalues.forEach((g, j) => {
    const share = (constant[j] * r) / (g + r);
    S += share * constant[j];
    product += share * coordinates[j];
  });
  const b = product / S;
  return eigenvalues.reduce((sum, g, j) => sum + (r / (g + r)) * (coordinates[j] - b * constant[j]) ** 2, 0);
}

/** Σ log(1 + g/r) over the complement of 1, and over the differences between copies. */
function logShares({ form, constant, total, weights, ofCopies }: PenalizedForm, r: number): number {
  const { eigenvalues } = form;
  const level = eigenvalues.reduce((sum, g, j) => sum + (constant[j] ** 2 * r) / (g + r), 0) / total;
  const all = eigenvalues.reduce((sum, g) => sum + Math.log1p(g / r), 0);
  const copies = weights.reduce((sum, w, i) => sum + (w - 1) * Math.log1p(ofCopies[i] / r), 0);
  return all + Math.log(level) + copies;
}

/** What r and kernels are judged by, and r itself where it is given. */
export interface RegularizationRule {
  readonly given: number | undefined;
  readonly criterion: "leave-one-out" | "evidence";
}

/** One or several machines on the same rows, each with the code of its class against the rest. */
export interface CodedMachines {
  readonly responses: readonly Response[];
  /** The class signs of each machine, for the curve of its outputs. */
  readonly curves: readonly CurveProblem[];
  /** The rows of each group, where groups are left out as a whole. */
  readonly groups: readonly Int32Array[] | undefined;
}

export interface ChosenRegularization extends Candidate {
  readonly regularization: number;
  /** Whether the best r lies at the end of what was searched. */
  readonly isAtBound: boolean;
}

/** log r/scale: the mean eigenvalue is the scale, and a factor of 4 the step. */
const step = 2 * Math.LN2;
const lowest = -13;
const highest = 5;

/**
 * The r that all machines share, and its criterion in nats: Σw times the log loss of calibrated leave-one-out outputs,
 * with a weak prior that is worth half a nat at a factor of e⁵ from e⁻⁴ times the mean eigenvalue, or minus the log evidence.
 */
export function chooseRegularization(
  engine: Engine,
  penalized: PenalizedForm,
  machines: CodedMachines,
  { given, criterion: rule }: RegularizationRule,
): ChosenRegularization {
  if (rule === "evidence" && given !== undefined) {
    const evidences = machines.responses.map((response) =>
      codeEvidence(penalized, response, given, noiseVarianceAt(penalized, response, given)),
    );
    return { regularization: given, criterion: -evidences.reduce((sum, value) => sum + value, 0), isAtBound: false };
  }
  if (rule === "evidence") {
    const { regularization, evidence, isAtBound } = regularizationByEvidence(penalized, machines.responses);
    return { regularization, criterion: -evidence, isAtBound };
  }
  const center = regularizationScale(penalized);
  const losses = (logs: readonly number[]): number[] =>
    leftOutOutputs(engine, penalized, machines, logs).map((outputs, k) => {
      const loss = outputs.reduce((sum, values, m) => sum + searchCurve(machines.curves[m], values).loss, 0);
      const criterion = penalized.total * loss + (given !== undefined ? 0 : 0.5 * ((logs[k] - center + 4) / 5) ** 2);
      return Number.isFinite(criterion) ? criterion : Infinity;
    });
  if (given !== undefined) return { regularization: given, criterion: losses([Math.log(given)])[0], isAtBound: false };
  const grid = Array.from({ length: highest - lowest + 1 }, (_, k) => center + (lowest + k) * step);
  const values = losses(grid);
  const best = values.reduce((least, value, k) => (value < values[least] ? k : least), 0);
  const coarse = { regularization: Math.exp(grid[best]), criterion: values[best] };
  if (best === 0 || best === grid.length - 1) return { ...coarse, isAtBound: true };
  const finer = grid[best] + step * parabolaVertex(values[best - 1], values[best], values[best + 1]);
  const [criterion] = losses([finer]);
  return criterion < coarse.criterion
    ? { regularization: Math.exp(finer), criterion, isAtBound: false }
    : { ...coarse, isAtBound: false };
}

/** The outputs y − e of rows left out, alone or with their group, for each log r and each machine. */
export function leftOutOutputs(
  engine: Engine,
  { form, constant }: PenalizedForm,
  { responses, groups }: CodedMachines,
  logs: readonly number[],
): Float64Array[][] {
  if (!groups) {
    const residuals = leaveOneOutOnGrid(engine, form, responses, logs);
    return logs.map((_, k) =>
      responses.map(({ targets }, m) => targets.map((y, i) => y - residuals[m].data[i * logs.length + k])),
    );
  }
  const { basis, eigenvalues, rootWeights } = form;
  const M = responses.length;
  const coordinates = fromColumns(responses.map((response) => response.coordinates));
  const blocks = groups.map((rows) => ({ rows, masses: Float64Array.from(rows, (row) => rootWeights[row] ** 2) }));
  return logs.map((log) => {
    const shares = eigenvalues.map((value) => 1 / (1 + value * Math.exp(-log)));
    const left = leaveBlocksOut(engine, { basis, constant, coordinates, shares, rootWeights }, blocks);
    const outputs = responses.map(({ targets }) => new Float64Array(targets.length).fill(Number.NaN));
    blocks.forEach(({ rows }, g) => {
      const residuals = left[g];
      if (!residuals) return;
      rows.forEach((row, k) =>
        outputs.forEach((values, m) => (values[row] = responses[m].targets[row] - residuals.data[k * M + m])),
      );
    });
    return outputs;
  });
}
