import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { relativeEfficiency } from "../diagnose/relativeEfficiency.ts";
import { smoothedWeights } from "../diagnose/smoothedWeights.ts";
import { InputError } from "../errors.ts";
import type { ChainDraws, ChainRequest } from "../inference/projection/chainDraws.ts";
import { projectionChain } from "../inference/projection/projectionChain.ts";
import { averagedLogProbabilities, drawnLogProbabilities } from "../inference/projectionDraws/drawnProbabilities.ts";
import { logSumExp } from "../numeric/logarithms.ts";
import { selectRows } from "../matrix/selectRows.ts";
import type { LeaveOneOut } from "../posterior/numericPosterior.ts";
import { parallel, type Work } from "../run/work.ts";
import type { Problem } from "./model.ts";
import { designOf } from "./projectionBasis.ts";
import { chainRequests, pooledDraws, type CountedRows, type LinearPredictor } from "./projectionChains.ts";
import type { ProjectionSettings } from "./projectionOptions.ts";

/** A fit whose rows are to be left out. */
export interface FittedRows {
  readonly rows: CountedRows;
  /** The class number of each place. */
  readonly order: Int32Array;
  /** Log probabilities of the rows under every draw, class c of draw s in column s C + c: those that predictions are made of. */
  readonly predicted: Matrix;
  /** The log likelihood of the rows under every draw, with their noise integrated out: a column for each draw. */
  readonly likelihood: Matrix;
  /** How many chains the draws come from. */
  readonly chains: number;
  /** Kernel, number of projections and intercept again, for other rows. */
  predictorOf(rows: CountedRows): LinearPredictor;
}

/** Rows that are left out together: so many copies of each. */
interface Leaf {
  readonly sets: readonly number[];
  readonly units: readonly number[];
}

/** k̂ beyond which weights cannot be trusted. */
const largestShape = 0.7;

/** More rows than there would be folds are not refitted one by one. */
const folds = 10;

/**
 * Leaves rows out, or the groups they come in, by Pareto smoothed importance weights: draws of the posterior count as draws
 * of what it would be without the row, weighted by one over its likelihood. Where these weights cannot be trusted (k̂ above
 * 0.7) the row is left out in earnest, by chains on the remaining rows of a quarter of the length; where that concerns more than ten
 * rows, all rows are, in ten folds.
 */
export function* leaveProjectionsOut(
  engine: Engine,
  problem: Problem,
  setOf: Int32Array,
  fit: FittedRows,
  settings: ProjectionSettings,
  seed: number,
): Work<LeaveOneOut> {
  const { leaves, leafOf } = leavesOf(problem, setOf);
  const scores: (Matrix | undefined)[] = [];
  const unreliable: number[] = [];
  const left = leaves.map((leaf) => leavesAllClasses(fit.rows, [leaf]));
  leaves.forEach((leaf, at) => {
    if (!left[at]) return;
    const { ofSets, isReliable } = smoothed(leaf, fit);
    scores[at] = ofSets;
    if (!isReliable) unreliable.push(at);
  });
  const isInFolds = unreliable.length > folds;
  const parts = isInFolds ? dealtLeaves(leaves, left, fit.rows) : unreliable.map((at) => [at]);
  const refits = yield* refitted(engine, fit, leaves, parts, settings, seed);
  refits.forEach((ofLeaves, at) => parts[at].forEach((leaf, i) => (scores[leaf] = ofLeaves?.[i] ?? scores[leaf])));
  return { method: isInFolds ? "folds" : "approximate", ...ofRows(leaves, leafOf, setOf, scores, fit.order) };
}

/** What is left out together: one copy of a row, or a group, of whose equal rows the heaviest counts. */
function leavesOf(
  { rowGroups, weights }: Problem,
  setOf: Int32Array,
): { readonly leaves: readonly Leaf[]; readonly leafOf: ArrayLike<number> } {
  if (!rowGroups) {
    const sets = [...new Set(setOf)].toSorted((a, b) => a - b);
    return { leaves: sets.map((set) => ({ sets: [set], units: [1] })), leafOf: setOf };
  }
  const unitsOf = new Map<number, Map<number, number>>();
  setOf.forEach((set, row) => {
    const own = unitsOf.get(rowGroups[row]) ?? new Map<number, number>();
    own.set(set, Math.max(own.get(set) ?? 0, weights[row]));
    unitsOf.set(rowGroups[row], own);
  });
  const groups = [...unitsOf].map(([group, units]) => {
    const members = [...units].toSorted(([a], [b]) => a - b);
    return { group, sets: members.map(([set]) => set), units: members.map(([, count]) => count) };
  });
  const leaves = groups.toSorted((a, b) => a.sets[0] - b.sets[0] || a.group - b.group);
  const numbers = new Map(leaves.map(({ group }, at) => [group, at]));
  return { leaves, leafOf: Array.from(rowGroups, (group) => numbers.get(group) ?? 0) };
}

/** The weights of rows without some of them. */
function remainingWeights({ weights }: CountedRows, leaves: readonly Leaf[]): Float64Array {
  const remaining = weights.slice();
  for (const { sets, units } of leaves) sets.forEach((set, i) => (remaining[set] -= units[i]));
  return remaining;
}

function leavesAllClasses(rows: CountedRows, leaves: readonly Leaf[]): boolean {
  const remaining = remainingWeights(rows, leaves);
  return new Set(rows.classes.filter((_, set) => remaining[set] > 0)).size === rows.classCount;
}

/** Log probabilities of the rows of a leaf, by the draws of all with smoothed weights. */
function smoothed(
  { sets, units }: Leaf,
  { rows: { classCount: C }, predicted, likelihood, chains }: FittedRows,
): { readonly ofSets: Matrix; readonly isReliable: boolean } {
  const S = likelihood.columns;
  const logLikelihood = new Float64Array(S);
  sets.forEach((set, i) => {
    for (let s = 0; s < S; s++) logLikelihood[s] += units[i] * likelihood.data[set * S + s];
  });
  const length = S / chains;
  const ofChains = Array.from({ length: chains }, (_, c) => logLikelihood.subarray(c * length, (c + 1) * length));
  const { logWeights, shape } = smoothedWeights(logLikelihood, relativeEfficiency(ofChains));
  const ofSets = matrix(sets.length, C);
  const terms = new Float64Array(S);
  sets.forEach((set, i) => {
    for (let c = 0; c < C; c++) {
      for (let s = 0; s < S; s++) terms[s] = logWeights[s] + predicted.data[(set * S + s) * C + c];
      ofSets.data[i * C + c] = logSumExp(terms);
    }
  });
  return { ofSets, isReliable: shape <= largestShape };
}

/** The leaves that can be left out, dealt to the folds class by class. */
function dealtLeaves(leaves: readonly Leaf[], left: readonly boolean[], { classes }: CountedRows): number[][] {
  const order = Array.from(leaves.keys())
    .filter((at) => left[at])
    .toSorted((a, b) => classes[leaves[a].sets[0]] - classes[leaves[b].sets[0]] || a - b);
  const parts = Array.from({ length: Math.min(folds, order.length) }, (): number[] => []);
  order.forEach((leaf, at) => parts[at % parts.length].push(leaf));
  return parts;
}

/** Fits without each of some parts, and what they say about the rows of its leaves; nothing where there is no valid fit. */
function* refitted(
  engine: Engine,
  { rows, predictorOf }: FittedRows,
  leaves: readonly Leaf[],
  parts: readonly (readonly number[])[],
  settings: ProjectionSettings,
  seed: number,
): Work<(Matrix[] | undefined)[]> {
  if (parts.length === 0) return [];
  const { intercept, predictive } = settings;
  const shorter = {
    ...settings,
    burnIn: shortened(settings.burnIn),
    sweeps: shortened(settings.sweeps),
  };
  const predictors = parts.map((part) => {
    const own = part.map((leaf) => leaves[leaf]);
    return leavesAllClasses(rows, own)
      ? attempted(() => predictorOf(withWeights(rows, remainingWeights(rows, own))))
      : undefined;
  });
  const inputs = predictors.map((predictor, at) =>
    predictor ? chainRequests(engine, predictor.problem, shorter, seed, [2, at]) : [],
  );
  const chains = yield* parallel<ChainRequest, ChainDraws>("leftOutChain", inputs.flat(), (input) =>
    projectionChain(engine, input),
  );
  let next = 0;
  return parts.map((part, at) => {
    const own = chains.slice(next, (next += inputs[at].length));
    const predictor = predictors[at];
    if (!predictor) return undefined;
    const draws = pooledDraws(own);
    return part.map((leaf) => {
      const tested = selectRows(rows.X, Int32Array.from(leaves[leaf].sets));
      const design = designOf(engine, predictor.basis, intercept, tested);
      return averagedLogProbabilities(drawnLogProbabilities(engine, draws, design, predictive), rows.classCount);
    });
  });
}

/** One row says less than all: a quarter of the sweeps, but not so few that they say nothing. */
function shortened(sweeps: number): number {
  return Math.min(sweeps, Math.max(30, Math.ceil(sweeps / 4)));
}

/** Rows that do not differ any more have no components. */
function attempted(make: () => LinearPredictor): LinearPredictor | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function withWeights(rows: CountedRows, weights: Float64Array): CountedRows {
  const kept = Int32Array.from(weights.keys()).filter((row) => weights[row] > 0);
  return {
    ...rows,
    X: selectRows(rows.X, kept),
    classes: Int32Array.from(kept, (row) => rows.classes[row]),
    weights: Float64Array.from(kept, (row) => weights[row]),
  };
}

/** The scores of leaves as those of the rows of the table, by class number. */
function ofRows(
  leaves: readonly Leaf[],
  leafOf: ArrayLike<number>,
  setOf: Int32Array,
  scores: readonly (Matrix | undefined)[],
  order: Int32Array,
): Pick<LeaveOneOut, "logProbabilities" | "omitted"> {
  const C = order.length;
  const logProbabilities = matrix(setOf.length, C);
  const omitted: number[] = [];
  setOf.forEach((set, row) => {
    const leaf = leafOf[row];
    const own = scores[leaf];
    if (!own) {
      omitted.push(row);
      return;
    }
    const at = leaves[leaf].sets.indexOf(set);
    order.forEach((c, k) => (logProbabilities.data[row * C + c] = own.data[at * C + k]));
  });
  return { logProbabilities, omitted };
}
