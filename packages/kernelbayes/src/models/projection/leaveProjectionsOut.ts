import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { relativeEfficiency } from "../../diagnose/effectiveSize.ts";
import { smoothedWeights } from "../../diagnose/smoothedWeights.ts";
import { InputError, unlessThrown } from "../../errors.ts";
import type { ChainDraws, ChainRequest } from "./chain/chainInput.ts";
import type { ChainStart } from "./chain/chainState.ts";
import { projectionChain } from "./chain/projectionChain.ts";
import { leavesAllClasses, remainingWeights, type LeftOutGroup } from "./choice/leftOutGroups.ts";
import { averagedLogProbabilities, drawLogProbabilities } from "./draws/drawnProbabilities.ts";
import { logSumExp } from "../../numeric/logSumExp.ts";
import { selectRows } from "../../matrix/row.ts";
import type { LeaveOneOut } from "../../posterior/numericPosterior.ts";
import { parallel, pause, progress, type Work } from "../../run/work.ts";
import { designOf } from "./projectionBasis.ts";
import { chainRequests, pooledDraws, type LinearPredictor } from "./chainRequests.ts";
import { type CountedRows, type Problem, weightedRows } from "../../rows/labelledRows.ts";
import type { ProjectionSettings } from "./projectionOptions.ts";

/** A fit whose rows are to be left out. */
interface FittedRows {
  readonly rows: CountedRows;
  /** The class number of each place. */
  readonly order: Int32Array;
  /** Log probabilities of the rows under every draw, class c of draw s in column s C + c: those that predictions are made of. */
  readonly predicted: Matrix;
  /** The log likelihood of the rows under every draw, with their noise integrated out: a column for each draw. */
  readonly likelihood: Matrix;
  /** Where the chains ended that the draws come from. */
  readonly ends: readonly ChainStart[];
  /** Kernel, number of projections and intercept again, for other rows. */
  predictorOf(rows: CountedRows): LinearPredictor;
}

/** k̂ beyond which weights cannot be trusted. */
const largestShape = 0.7;

/** Fits without some rows are not more than these. */
const folds = 10;

/** Chains without some rows begin where those with them ended, near their goal, and say no more than a few numbers each: they are short. */
const refit = { chains: 2, burnIn: 100, sweeps: 400 };

/**
 * Leaves rows out, or the groups they come in, by Pareto smoothed importance weights: draws of the posterior count as draws
 * of what it would be without the row, weighted by one over its likelihood. Where these weights cannot be trusted (k̂ above
 * 0.7) the row is left out in earnest, by short chains on the remaining rows that begin where those on all rows ended. Where that
 * concerns more than ten rows, they are dealt to ten folds and those of a fold left out together.
 */
export function* leaveProjectionsOut(
  engine: Engine,
  { leaves, leafOf }: Leaves,
  setOf: Int32Array,
  fit: FittedRows,
  settings: ProjectionSettings,
  seed: number,
): Work<LeaveOneOut> {
  const scores: (Matrix | undefined)[] = [];
  const unreliable: number[] = [];
  const left = leaves.map((leaf) => leavesAllClasses(fit.rows, fit.rows.classCount, [leaf]));
  for (const [at, leaf] of leaves.entries()) {
    yield progress("left out", at + 1, leaves.length);
    if (!left[at]) continue;
    const { ofSets, isReliable } = smoothed(leaf, fit);
    scores[at] = ofSets;
    if (!isReliable) unreliable.push(at);
  }
  const parts = dealtLeaves(unreliable, leaves, fit.rows);
  const refits = yield* refitted(engine, fit, leaves, parts, settings, seed);
  refits.forEach((ofLeaves, at) => parts[at].forEach((leaf, i) => (scores[leaf] = ofLeaves?.[i] ?? scores[leaf])));
  const isInFolds = unreliable.length > folds;
  return { method: isInFolds ? "folds" : "approximate", ...ofRows(leaves, leafOf, setOf, scores, fit.order) };
}

/** Log probabilities of the rows of a leaf, by the draws of all with smoothed weights. */
function smoothed(
  { rows: sets, units }: LeftOutGroup,
  { rows: { classCount: C }, predicted, likelihood, ends }: FittedRows,
): { readonly ofSets: Matrix; readonly isReliable: boolean } {
  const S = likelihood.columns;
  const logLikelihood = new Float64Array(S);
  sets.forEach((set, i) => {
    for (let s = 0; s < S; s++) logLikelihood[s] += units[i] * likelihood.data[set * S + s];
  });
  const length = S / ends.length;
  const ofChains = ends.map((_, c) => logLikelihood.subarray(c * length, (c + 1) * length));
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

/** Leaves dealt to the folds class by class; each by itself where they are few. */
function dealtLeaves(dealt: readonly number[], leaves: readonly LeftOutGroup[], { classes }: CountedRows): number[][] {
  const order = dealt.toSorted((a, b) => classes[leaves[a].rows[0]] - classes[leaves[b].rows[0]] || a - b);
  const parts = Array.from({ length: Math.min(folds, order.length) }, (): number[] => []);
  order.forEach((leaf, at) => parts[at % parts.length].push(leaf));
  return parts;
}

/** Fits without each of some parts, and what they say about the rows of its leaves; nothing where there is no valid fit. */
function* refitted(
  engine: Engine,
  { rows, ends, predictorOf }: FittedRows,
  leaves: readonly LeftOutGroup[],
  parts: readonly (readonly number[])[],
  settings: ProjectionSettings,
  seed: number,
): Work<(Matrix[] | undefined)[]> {
  if (parts.length === 0) return [];
  const { intercept, predictive } = settings;
  const { shareOfUsual: share } = settings;
  const shorter = {
    ...settings,
    chains: Math.min(settings.chains, refit.chains),
    burnIn: Math.min(settings.burnIn, Math.ceil(share * refit.burnIn)),
    sweeps: Math.min(settings.sweeps, Math.max(20, Math.ceil(share * refit.sweeps))),
  };
  const remaining = parts.map((part) =>
    remainingWeights(
      rows.weights,
      part.map((leaf) => leaves[leaf]),
    ),
  );
  const predictors: (LinearPredictor | undefined)[] = [];
  for (const [at, part] of parts.entries()) {
    const own = part.map((leaf) => leaves[leaf]);
    // Rows that do not differ any more have no components.
    predictors.push(
      leavesAllClasses(rows, rows.classCount, own)
        ? unlessThrown(InputError, () => predictorOf(weightedRows(rows, remaining[at])))
        : undefined,
    );
    yield pause;
  }
  const inputs = predictors.map((predictor, at) =>
    predictor
      ? chainRequests(engine, predictor.problem, shorter, seed, [2, at]).map((request) => ({
          ...request,
          start: startWithout(ends[request.chain], rows, remaining[at]),
        }))
      : [],
  );
  const chains = yield* parallel<ChainRequest, ChainDraws>(
    "leftOutChain",
    inputs.flat(),
    (input) => projectionChain(engine, input),
    { shared: ["problem"] },
  );
  let next = 0;
  const found: (Matrix[] | undefined)[] = [];
  for (const [at, part] of parts.entries()) {
    const own = chains.slice(next, (next += inputs[at].length));
    const predictor = predictors[at];
    if (!predictor) {
      found.push(undefined);
      continue;
    }
    const draws = pooledDraws(own, predictor.factors);
    const ofPart: Matrix[] = [];
    for (const leaf of part) {
      const tested = selectRows(rows.X, leaves[leaf].rows);
      const design = designOf(engine, predictor.basis, intercept, tested);
      const drawn = yield* drawLogProbabilities(engine, draws, design, predictive);
      ofPart.push(averagedLogProbabilities(drawn, rows.classCount));
      yield pause;
    }
    found.push(ofPart);
  }
  return found;
}

/** Where a chain ended, with the predictors of the copies that remain of each row. */
function startWithout({ z, variance }: ChainStart, { weights }: CountedRows, remaining: Float64Array): ChainStart {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const kept: number[] = [];
  let first = 0;
  weights.forEach((weight, row) => {
    for (let copy = 0; copy < remaining[row]; copy++) kept.push(first + copy);
    first += weight;
  });
  const predictors = z.length / total;
  const left = Array.from({ length: predictors }, (_, k) => kept.map((at) => z[k * total + at]));
  return { z: Float64Array.from(left.flat()), variance };
}

/** The scores of leaves as those of the rows of the table, by class number. */
function ofRows(
  leaves: readonly LeftOutGroup[],
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
    const at = leaves[leaf].rows.indexOf(set);
    order.forEach((c, k) => (logProbabilities.data[row * C + c] = own.data[at * C + k]));
  });
  return { logProbabilities, omitted };
}

/** What is left out together of rows that differ, and to which of these each row of the table belongs. */
interface Leaves {
  readonly leaves: readonly LeftOutGroup[];
  readonly leafOf: ArrayLike<number>;
}

/**
 * What is left out together: one copy of a row, or a group, of whose equal rows the heaviest counts. `setOf` names the row that
 * stands for each row of the table.
 */
export function leavesOf({ rowGroups, weights }: Pick<Problem, "rowGroups" | "weights">, setOf: Int32Array): Leaves {
  if (!rowGroups) {
    const sets = [...new Set(setOf)].toSorted((a, b) => a - b);
    return { leaves: sets.map((set) => ({ rows: Int32Array.of(set), units: Float64Array.of(1) })), leafOf: setOf };
  }
  const unitsOf = new Map<number, Map<number, number>>();
  setOf.forEach((set, row) => {
    const own = unitsOf.get(rowGroups[row]) ?? new Map<number, number>();
    own.set(set, Math.max(own.get(set) ?? 0, weights[row]));
    unitsOf.set(rowGroups[row], own);
  });
  const groups = [...unitsOf].map(([group, units]) => {
    const members = [...units].toSorted(([a], [b]) => a - b);
    return {
      group,
      rows: Int32Array.from(members, ([set]) => set),
      units: Float64Array.from(members, ([, count]) => count),
    };
  });
  const leaves = groups.toSorted((a, b) => a.rows[0] - b.rows[0] || a.group - b.group);
  const numbers = new Map(leaves.map(({ group }, at) => [group, at]));
  return { leaves, leafOf: Array.from(rowGroups, (group) => numbers.get(group) ?? 0) };
}
