import type { Engine } from "../../../engine/engine.ts";
import { dot } from "../../../matrix/dot.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import type { Objective, Optimum } from "../../../optimize/optimizer.ts";
import { progress, type Work } from "../../../run/work.ts";
import { firstRows, type TuningProblem } from "../expansionProblem.ts";
import { relevanceObjective } from "./relevanceObjective.ts";
import { curveProblem, leastLoss } from "../../../calibration/searchCurve.ts";
import type { KernelShape } from "./kernelFeatures.ts";
import { numbered, type LabelledRows } from "../../../rows/labelledRows.ts";

export interface ColumnRelevance {
  /** sⱼ² of each column, with mean 1 over the groups. */
  readonly columnFactors: Float64Array;
  /** How many rows of the problem were used, from its beginning. */
  readonly rows: number;
}

interface RelevanceStart {
  /** The shape of the kernel. Default "gaussian". */
  readonly shape?: KernelShape;
  /** γ of the isotropic kernel, exp(−γ Σⱼ (xⱼ − zⱼ)²) or exp(−γ Σⱼ |xⱼ − zⱼ|). */
  readonly gamma: number;
  readonly mu: number;
  /** The number of the group that shares a weight, for each column. */
  readonly groups: readonly number[];
}

const trialBasis = 64;
const trialIterations = 6;
const wholeBasis = 128;
const wholeIterations = 20;
/** Weights are learned on half of the rows, but at least and at most on so many. */
const rowsUsed = { least: 1000, most: 8000 } as const;

/**
 * A weight for each column of a kernel, by the leave-one-out log loss of the calibrated outputs and a weak prior
 * that the weights are alike. Undefined where it does not pay: leave-one-out alone always falls when weights are set free,
 * while the loss on new rows may rise. A short trial on a small basis must gain 0.5 nats a column (and 3), the whole search
 * 1 nat a column (and 4). Where the start is within so much of the least loss that there is, neither is begun.
 */
export function* columnRelevance(
  engine: Engine,
  problem: TuningProblem,
  { shape = "gaussian", gamma, mu, groups }: RelevanceStart,
): Work<ColumnRelevance | undefined> {
  const groupCount = new Set(groups).size;
  const used = firstRows(problem, Math.max(rowsUsed.least, Math.min(rowsUsed.most, problem.X.rows >> 1)));
  const total = used.weights.reduce((sum, weight) => sum + weight, 0);
  const start = Float64Array.from({ length: groupCount + 1 }, (_, j) => Math.log(j < groupCount ? gamma : mu));
  const bounds = { lower: start.map((value) => value - 6), upper: start.map((value) => value + 4) };
  const least = used.signs.reduce((sum, machine) => sum + leastLoss(curveProblem(machine, used.weights)), 0);
  /** A search on a basis, unless even the least loss would not gain so many nats. */
  const searchThatMayGain = (
    nats: number,
    basis: number,
    maxIterations: number,
    stage: string,
  ): RelevanceSearch | undefined => {
    const { objective, lowest } = watched(
      times(total, relevanceObjective(engine, used, groups, Math.min(basis, used.X.rows), shape)),
    );
    const first = objective(start);
    if (!(first.value - total * least > nats)) return undefined;
    const work = boundedLbfgs(startingWith(objective, start, first), start, { ...bounds, maxIterations, stage });
    return { first: first.value, work, lowest };
  };

  const asked = 0.5 * groupCount + 3;
  const trial = searchThatMayGain(asked, trialBasis, trialIterations, trialStage);
  if (!trial || !(yield* trialGains(trial, asked))) return undefined;
  const nats = groupCount + 4;
  const whole = searchThatMayGain(nats, wholeBasis, wholeIterations, "column weights");
  if (!whole) return undefined;
  const { point, value } = yield* whole.work;
  if (!(whole.first - value > nats)) return undefined;
  const factors = point.subarray(0, groupCount).map(Math.exp);
  const mean = factors.reduce((sum, factor) => sum + factor, 0) / groupCount;
  return { columnFactors: Float64Array.from(numbered(groups), (group) => factors[group] / mean), rows: used.X.rows };
}

export const trialStage = "column weights, trial";

interface RelevanceSearch {
  /** The value at the start. */
  readonly first: number;
  readonly work: Work<Optimum>;
  readonly lowest: LowestSample;
}

/**
 * Whether a search gains more than so many nats, without going on where that is clear. The prior alone has a curvature of 1 in the logarithms
 * of the weights, so that from a gradient g about ½‖g‖² nats can be gained and, where the loss bends too, less.
 */
function* trialGains({ first, work, lowest }: RelevanceSearch, nats: number): Work<boolean> {
  let step = work.next();
  while (!step.done) {
    const gained = first - lowest.value;
    if (step.value.kind === "pause") {
      step = work.next(yield step.value);
      continue;
    }
    if (gained > nats || gained + lowest.promise < nats) {
      yield progress(trialStage, trialIterations, trialIterations, lowest.value);
      break;
    }
    step = work.next(yield step.value);
  }
  return first - lowest.value > nats;
}

/** The lowest value that an objective had so far, and ½‖g‖² there. */
interface LowestSample {
  readonly value: number;
  readonly promise: number;
}

/** An objective that tells where it was lowest. */
function watched(objective: Objective): { readonly objective: Objective; readonly lowest: LowestSample } {
  const lowest = { value: Infinity, promise: 0 };
  return {
    lowest,
    objective(point) {
      const sample = objective(point);
      if (sample.value < lowest.value) {
        lowest.value = sample.value;
        lowest.promise = 0.5 * dot(sample.gradient, sample.gradient);
      }
      return sample;
    },
  };
}

/** The objective in a unit in which a step along its gradient has a length that suits logarithms of weights: nats, not nats a row. */
function times(factor: number, objective: Objective): Objective {
  return (point) => {
    const { value, gradient } = objective(point);
    return { value: factor * value, gradient: gradient.map((slope) => factor * slope) };
  };
}

/** The objective, with its sample at the start, where the search begins, known already. */
function startingWith(objective: Objective, start: Float64Array, first: ReturnType<Objective>): Objective {
  return (point) => (point.every((value, j) => value === start[j]) ? first : objective(point));
}

interface RowsWithColumnGroups extends LabelledRows {
  /** The number of the group that shares a factor, for each column. */
  readonly groups: readonly number[];
}

/** A column of more values than this is cut into as many parts of equal weight. */
const mostCells = 8;
/** What a column without any information counts, in units of the mean of all. */
const least = 0.02;

/**
 * A factor for each column of a kernel by what it tells about the class alone, without a search: the mutual information of
 * group and class, less what a group without any would have by chance,
 *
 *     Iⱼ = Σ p(cell, class) log p(cell, class)/(p(cell) p(class)) − (cells − 1)(C − 1)/(2n),   not below 0,
 *
 * over its mean, plus 0.02, scaled to the mean 1 over the groups. Columns of many values are cut at their octiles. O(n p log n).
 */
export function informationFactors({ X, classes, weights, groups }: RowsWithColumnGroups): Float64Array {
  const { rows: n, columns: p } = X;
  const cells = new Map<number, string[]>();
  for (let j = 0; j < p; j++) {
    const codes = cellsOf(
      Float64Array.from({ length: n }, (_, i) => X.data[i * p + j]),
      weights,
    );
    const before = cells.get(groups[j]);
    cells.set(groups[j], before ? before.map((code, i) => `${code} ${codes[i]}`) : Array.from(codes, String));
  }
  const information = new Map(
    [...cells].map(([group, codes]) => [group, mutualInformation(codes, classes, weights)] as const),
  );
  const mean = [...information.values()].reduce((sum, value) => sum + value, 0) / information.size;
  return Float64Array.from(groups, (group) =>
    mean > 0 ? ((information.get(group) ?? 0) / mean + least) / (1 + least) : 1,
  );
}

/** The part of each value: its number among few different ones, or the eighth of the weight below its middle. */
function cellsOf(values: Float64Array, weights: Float64Array): Int32Array {
  const order = Int32Array.from(values.keys()).toSorted((a, b) => values[a] - values[b]);
  const different = new Set(values).size;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const codes = new Int32Array(values.length);
  let before = 0;
  for (let start = 0, number = 0; start < order.length; number++) {
    let end = start;
    let own = 0;
    while (end < order.length && values[order[end]] === values[order[start]]) own += weights[order[end++]];
    const eighth = Math.min(mostCells - 1, Math.floor((mostCells * (before + own / 2)) / total));
    for (; start < end; start++) codes[order[start]] = different > mostCells ? eighth : number;
    before += own;
  }
  return codes;
}

function mutualInformation(cells: readonly string[], classes: Int32Array, weights: Float64Array): number {
  const joint = new Map<string, number>();
  const ofCell = new Map<string, number>();
  const ofClass = new Map<number, number>();
  let total = 0;
  cells.forEach((cell, i) => {
    const w = weights[i];
    total += w;
    joint.set(`${cell}|${classes[i]}`, (joint.get(`${cell}|${classes[i]}`) ?? 0) + w);
    ofCell.set(cell, (ofCell.get(cell) ?? 0) + w);
    ofClass.set(classes[i], (ofClass.get(classes[i]) ?? 0) + w);
  });
  let sum = 0;
  for (const [cell, inCell] of ofCell) {
    for (const [q, inClass] of ofClass) {
      const both = joint.get(`${cell}|${q}`) ?? 0;
      if (both > 0) sum += (both / total) * Math.log((both * total) / (inCell * inClass));
    }
  }
  return Math.max(0, sum - ((ofCell.size - 1) * (ofClass.size - 1)) / (2 * total));
}
