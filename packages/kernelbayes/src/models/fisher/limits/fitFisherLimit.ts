import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import { fitCalibrationCurve, type CalibrationCurve } from "../../../calibration/calibrationCurve.ts";
import { fisherContrasts, type FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../rows/kernel/kernelOnRows.ts";
import { contrastAt, requireDistance } from "../posterior/fisherPosterior.ts";
import { searchGaussian, widthWarnings } from "../../../search/searchGaussian.ts";
import type { Candidate } from "../../../search/searchWidth.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { nugget } from "../../../kernels/nugget.ts";
import { sum } from "../../../kernels/sum.ts";
import { logSigmoid } from "../../../numeric/sigmoid.ts";
import type { LeaveOneOut, NumericPosterior } from "../../../posterior/numericPosterior.ts";
import { progress, type Work } from "../../../run/work.ts";
import { distinctRows } from "../../../rows/distinctRows.ts";
import { oddsLogProbabilities } from "../../../calibration/oddsPrediction.ts";
import { fisherLimitPosterior, limitLaw, type FisherLimitName } from "./fisherLimitPosterior.ts";
import { hasAllClasses, heldOutByFolds } from "../../../rows/heldOutByFolds.ts";
import { leaveSetsOut } from "../../../rows/leaveSetsOut.ts";
import { omittedWarning } from "../../../posterior/omittedWarning.ts";
import type { Context, Cost } from "../../model.ts";
import type { Problem } from "../../../rows/labelledRows.ts";
import { partRows, searchPart } from "../../../rows/sampleRows.ts";
import { interpolation } from "./fisherLimit.ts";
import { fisherLeaveOneOut, type FisherLeaveOneOut } from "../posterior/fisherLeaveOneOut.ts";
import { rootProblem, type LatentPrior } from "../../../rows/kernel/rootProblem.ts";

/** Folds where there is no formula: rows in groups, and a singular kernel at the upper end. */
const folds = 10;
/** What a row has for itself under the kernel of the upper end, so that equal rows of both classes can be told apart. */
const leastNugget = 1e-6;

/**
 * Fits the Bayesian Fisher discriminant at an end of β, where its noise model, and with it evidence and class probabilities,
 * is gone. The kernel is used as it is given; without one, a gaussian kernel has the width of least log loss on left-out rows.
 * Log odds are a curve slope · ḡ + offset of the projections, fitted to those of left-out rows.
 */
export function* fitFisherLimit(
  problem: Problem,
  context: Context,
  limit: FisherLimitName,
  given: Kernel | undefined,
): Work<NumericPosterior> {
  const { engine } = context;
  const { kernel, held, curve, isAtLimit } = yield* chooseKernel(problem, context, limit, given);
  const { X, classes, weights } = distinctRows(problem);
  const discriminant = { limit, kernel, rows: { X, classes, weights }, curve };
  const leaveOneOut = held.leaveOneOut(curve);
  const posterior = fisherLimitPosterior(engine, discriminant, {
    leaveOneOut,
    evidence: undefined,
    warnings: [...omittedWarning(leaveOneOut), ...curve.warnings, ...widthWarnings(isAtLimit)],
  });
  yield progress("final fit", 1, 1);
  return posterior;
}

/** Parzen windows take the kernel matrix alone; the upper end a factorization, or eigenvectors of the singular kernel and folds. */
export function limitCost(limit: FisherLimitName, isKernelGiven: boolean, rows: number, columns: number): Cost {
  const one = (n: number): number => n * n * (2 * columns + 30) + (limit === "fisher" ? 3 * n ** 3 : 0);
  const widthsTried = isKernelGiven ? 0 : rows > partRows ? 3 : 12;
  return {
    memory: 8 * (6 * rows * rows + rows * (columns + 20)),
    operations:
      (isKernelGiven && limit === "fisher" ? (1 + folds) * 50 * rows ** 3 : 0) +
      (1 + widthsTried) * one(rows) +
      (isKernelGiven ? 0 : 12 * one(Math.min(rows, partRows))),
  };
}

/** Projections of rows that were left out, and how log odds of them become those of the rows of the problem. */
interface HeldOut {
  readonly projections: Float64Array;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  leaveOneOut(curve: CalibrationCurve): LeaveOneOut;
}

interface Judged extends Candidate {
  readonly kernel: Kernel;
  readonly held: HeldOut;
  readonly curve: CalibrationCurve;
}

function* chooseKernel(
  problem: Problem,
  context: Context,
  limit: FisherLimitName,
  given: Kernel | undefined,
): Work<Judged & { readonly isAtLimit: boolean }> {
  if (given) {
    const kernel = given.forColumns(problem.columnGroups);
    const held = yield* heldOutOf(problem, context, limit, kernel);
    return { ...judged(kernel, held), isAtLimit: false };
  }
  const evaluate = function* (smooth: Kernel, rows: Problem): Work<Judged> {
    const kernel = limit === "parzen" ? smooth : sum(smooth, nugget({ variance: leastNugget, fixed: ["variance"] }));
    return judged(kernel, yield* heldOutOf(rows, context, limit, kernel));
  };
  const part = searchPart(problem, context.seed);
  const { found, isAtLimit } = yield* searchGaussian(evaluate, { all: problem, part, columns: problem.X.columns });
  return { ...found, isAtLimit };
}

/** The curve through projections of left-out rows, and the log loss in nats that it leaves. */
function judged(kernel: Kernel, held: HeldOut): Judged {
  const { projections, classes, weights } = held;
  if (!hasAllClasses({ classes, classCount: 2 })) throw tooFewRows();
  const signs = classes.map((q) => 2 * q - 1);
  const curve = fitCalibrationCurve(projections, signs, weights);
  const criterion = projections.reduce(
    (loss, g, i) => loss - weights[i] * logSigmoid(signs[i] * (curve.slope * g + curve.offset)),
    0,
  );
  return { kernel, held, curve, criterion };
}

/** By formula, or in folds where there is none. */
function* heldOutOf(problem: Problem, context: Context, limit: FisherLimitName, kernel: Kernel): Work<HeldOut> {
  const { engine, seed } = context;
  const byFormula = problem.rowGroups ? undefined : leftOut(engine, problem, limit, kernel);
  if (byFormula) return byFormula;
  const held = yield* heldOutByFolds(problem, {
    folds,
    seed,
    stage: "folds",
    score(training, tested) {
      const sets = distinctRows(training);
      const law = limitLaw(engine, limit, kernel, sets);
      const cross = kernel.cross(engine, sets.X, tested);
      return [matrix(tested.rows, 1, contrastAt(engine, law, cross, kernel.diagonal(tested)).mean)];
    },
  });
  const projections = held.scores[0]?.data ?? new Float64Array(0);
  return {
    projections,
    classes: held.classes,
    weights: held.weights,
    leaveOneOut: ({ slope, offset }) =>
      held.leaveOneOut(oddsLogProbabilities({ logits: projections.map((g) => slope * g + offset) })),
  };
}

function leftOut(engine: Engine, problem: Problem, limit: FisherLimitName, kernel: Kernel): HeldOut | undefined {
  const { X, classes, weights, setOf } = distinctRows(problem);
  const contrasts = fisherContrasts(classes, weights);
  const onRows = kernelOnRows(engine, kernel, X, contrasts);
  const found =
    limit === "parzen" ? parzenLeaveOneOut(onRows, contrasts) : fisherLimitLeaveOneOut(engine, onRows, contrasts);
  if (!found) return undefined;
  const { contrastMean, omitted } = found;
  const isOmitted = new Set(omitted);
  const kept = Int32Array.from(classes.keys()).filter((set) => !isOmitted.has(set));
  return {
    projections: Float64Array.from(kept, (set) => contrastMean[set]),
    classes: Int32Array.from(kept, (set) => classes[set]),
    weights: Float64Array.from(kept, (set) => weights[set]),
    leaveOneOut: ({ slope, offset }) =>
      leaveSetsOut({ logOdds: contrastMean.map((g) => slope * g + offset), omitted }, setOf),
  };
}

function tooFewRows(): InputError {
  return new InputError(
    "too-few-rows",
    "At an end of the precision, probabilities are learned from rows that are left out, which needs two rows of each class, in different groups where rows are grouped.",
    {},
    'Add rows, or take the option precision "auto" of bfd.',
  );
}

/**
 * Where rows fall, relative to the midpoint of the class means, by the limit law of the other rows. Omitted are also those
 * without which the means of the classes would be equal.
 */
type LimitLeaveOneOut = Pick<FisherLeaveOneOut, "contrastMean" | "omitted">;

/**
 * Exact leave-one-out of the limit β → 0, O(n²) for all rows. With the sums A_q = Σ_{j∈q} w_j K_ij of a row and
 * S_qr = Σ_{j∈q, k∈r} w_j w_k K_jk of the classes, its means a_q = A_q/n_q and m_qr = S_qr/(n_q n_r),
 *
 *     ḡ = d (a₁ − a₀ − ½(m₁₁ − m₀₀))/(m₁₁ − 2m₁₀ + m₀₀).
 *
 * Taking the share t = min(1, w) of a row of class q out, whose copies share k̃ and have η each for themselves, leaves
 *
 *     A_q − t k̃ − η,   S_qq − 2tA_q + t²k̃ + tη,   S_qr − tA_r,   n_q − t.
 */
export function parzenLeaveOneOut(
  prior: LatentPrior,
  contrasts: FisherContrasts,
  distance: number = 2,
): LimitLeaveOneOut {
  requireDistance(distance);
  const { K, own } = rootProblem(prior, contrasts);
  const { classes, weights, sizes } = contrasts;
  const n = classes.length;
  const sums = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) sums[classes[j]][i] += weights[j] * K.data[i * n + j];
  }
  const total = (q: number, r: number): number =>
    weights.reduce((sum, w, i) => (classes[i] === q ? sum + w * sums[r][i] : sum), 0);
  const S = [total(0, 0), total(1, 1)];
  const between = total(1, 0);
  const contrastMean = new Float64Array(n);
  const omitted: number[] = [];
  for (let i = 0; i < n; i++) {
    const q = classes[i];
    const t = Math.min(1, weights[i]);
    const shared = K.data[i * n + i] - own[i] / weights[i];
    const left = [sizes[0], sizes[1]];
    left[q] -= t;
    const within = [S[0], S[1]];
    within[q] += t * t * shared + t * own[i] - 2 * t * sums[q][i];
    const [m00, m11] = within.map((sum, c) => sum / left[c] ** 2);
    const m10 = (between - t * sums[1 - q][i]) / (left[0] * left[1]);
    const [a0, a1] = [0, 1].map((c) => (sums[c][i] - (c === q ? t * shared + own[i] : 0)) / left[c]);
    const s = m11 - 2 * m10 + m00;
    if (left[q] <= 1e-9 || !(s > 1e-12 * (Math.abs(m11) + Math.abs(m00)))) omitted.push(i);
    else contrastMean[i] = (distance * (a1 - a0 - (m11 - m00) / 2)) / s;
  }
  return { contrastMean, omitted };
}

/**
 * Exact leave-one-out of the limit β → ∞, O(1) a row after one factorization: (1.2) of `fisherLeaveOneOut` with 1/β = 0.
 * Undefined where the kernel is singular to working precision, so that M has no finite limit.
 */
export function fisherLimitLeaveOneOut(
  engine: Engine,
  prior: LatentPrior,
  contrasts: FisherContrasts,
  distance: number = 2,
): LimitLeaveOneOut | undefined {
  requireDistance(distance);
  const problem = rootProblem(prior, contrasts);
  const found = interpolation(engine, problem);
  if (found === undefined) return undefined;
  const { kappa, roots } = contrasts;
  const { g, rho } = found;
  const { contrastMean, omitted } = fisherLeaveOneOut({
    contrasts,
    precision: Infinity,
    distance,
    u: g.map((value, i) => (roots[i] * kappa * value) / rho),
    s: kappa ** 2 / rho,
    own: problem.own,
    diagonalOfM: found.diagonalOfM,
  });
  return contrastMean.every(Number.isFinite) ? { contrastMean, omitted } : undefined;
}
