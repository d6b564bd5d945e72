import type { Engine } from "../../engine/engine.ts";
import type { DualPoint } from "./dual.ts";
import { withWidth } from "../../search/searchBounds.ts";
import { kernelRows } from "../../rows/kernel/kernelRows.ts";
import {
  spanError,
  spanOutputs,
  costsOf,
  heldOutEach,
  heldOutInFolds,
  judge,
  supportCount,
  trainedMachine,
  type Effort,
  type HeldOut,
} from "./supportVectorHeldOut.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { fractionOf } from "../../run/share.ts";
import { pause, progress, withSteps, type Work } from "../../run/work.ts";
import { ownTerms, type SupportFolds, type SupportRows } from "./supportRows.ts";

export type SearchCriterion = "span" | "folds";

/** What the choice of cost and width needs to know. */
export interface CostSearch {
  readonly sets: SupportRows;
  /** Undefined: rows are left out one at a time. */
  readonly folds: SupportFolds | undefined;
  readonly kernel: Kernel;
  /** The median squared distance of two rows, the unit of the widths. */
  readonly squaredDistance: number;
  /** C, where it is given. */
  readonly cost: number | undefined;
  readonly criterion: SearchCriterion;
  readonly effort: Effort;
}

/** A point of the grid: exponents of ten of C and of 1/ℓ² in units of the median squared distance. */
interface GridPoint {
  readonly cost: number;
  readonly width: number;
}

export interface ChosenMachine {
  readonly cost: number;
  readonly kernel: Kernel;
  /** The exponent of ten of 1/ℓ² in units of the median squared distance. */
  readonly width: number;
  /** What was held out for the choice; undefined where there was nothing to choose. */
  readonly heldOut: HeldOut | undefined;
}

const coarseCosts = [-0.5, 0, 0.5, 1, 1.5, 2, 2.5] as const;
const coarseWidths = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5] as const;
const fineSteps = [-0.3, -0.15, 0, 0.15, 0.3] as const;
/** So many of the best by the span are judged by rows that are left out. */
const finalists = 5;

/** Criteria that differ by less than this part are as good as equal: machines that a larger C does not change. */
const tie = 1e-6;

/**
 * Chooses C and the width. "span": the smoothed error by the span orders all points of the grid, and the log loss of
 * left-out rows after the curve decides among the best five. "folds": that log loss for all points, then for a finer grid
 * around the best. Ties go to fewer support vectors. Machines of one width are trained from the least C on, each from the last.
 */
export function* chooseMachine(engine: Engine, search: CostSearch): Work<ChosenMachine> {
  const { kernel, cost } = search;
  const hasWidth = withWidth(kernel, 1) !== undefined;
  const costs = cost === undefined ? coarseCosts : [Math.log10(cost)];
  const widths = hasWidth ? coarseWidths : [0];
  if (costs.length * widths.length === 1)
    return { ...machineAt(search, { cost: costs[0], width: 0 }), width: 0, heldOut: undefined };
  if (search.criterion === "span") {
    const ranked = (yield* rankBySpan(engine, search, costs, widths)).slice(0, finalists);
    return yield* judgeAll(engine, search, ranked, "finalists");
  }
  const coarse = yield* judgeAll(engine, search, gridOf(costs, widths), "cost and width");
  const around = (center: number, isFree: boolean): number[] =>
    isFree ? fineSteps.map((step) => center + step) : [center];
  const fine = gridOf(around(coarse.at.cost, cost === undefined), around(coarse.at.width, hasWidth));
  return yield* judgeAll(engine, search, fine, "finer grid");
}

function gridOf(costs: readonly number[], widths: readonly number[]): GridPoint[] {
  return widths.flatMap((width) => costs.map((cost) => ({ cost, width })));
}

function machineAt(
  { kernel, squaredDistance, cost: given }: CostSearch,
  { cost, width }: GridPoint,
): { readonly kernel: Kernel; readonly cost: number } {
  return { kernel: withWidth(kernel, 10 ** width / squaredDistance) ?? kernel, cost: given ?? 10 ** cost };
}

/** All points of the grid, the best by the span first. */
function* rankBySpan(
  engine: Engine,
  search: CostSearch,
  costs: readonly number[],
  widths: readonly number[],
): Work<GridPoint[]> {
  const { sets } = search;
  const left = sets.weights.map((weight) => Math.max(0, weight - 1));
  const ranked: { readonly at: GridPoint; readonly error: number; readonly supportVectors: number }[] = [];
  for (const width of widths) {
    const { kernel } = machineAt(search, { cost: 0, width });
    const rows = kernelRows(engine, kernel, sets.X);
    yield pause;
    let point: DualPoint | undefined;
    for (const exponent of costs) {
      const at = { cost: exponent, width };
      const { cost } = machineAt(search, at);
      const problem = { rows, signs: sets.signs, costs: costsOf(sets, cost, sets.weights) };
      point = yield* trainedMachine(engine, problem, search.effort, point);
      const outputs = spanOutputs(engine, problem, point, costsOf(sets, cost, left));
      ranked.push({
        at,
        error: spanError(outputs, sets.signs, sets.weights),
        supportVectors: supportCount(point),
      });
      yield progress("cost and width", ranked.length, costs.length * widths.length);
    }
  }
  return ranked
    .toSorted((a, b) =>
      Math.abs(a.error - b.error) > tie * (a.error + b.error) ? a.error - b.error : a.supportVectors - b.supportVectors,
    )
    .map(({ at }) => at);
}

/** The point of least log loss on rows that are left out. */
function* judgeAll(
  engine: Engine,
  search: CostSearch,
  points: readonly GridPoint[],
  stage: string,
): Work<ChosenMachine & { readonly at: GridPoint }> {
  const { sets, folds, effort } = search;
  let best:
    | (ChosenMachine & { readonly at: GridPoint; readonly loss: number; readonly supportVectors: number })
    | undefined;
  let done = 0;
  for (const width of new Set(points.map((point) => point.width))) {
    const { kernel } = machineAt(search, { cost: 0, width });
    const rows = kernelRows(engine, kernel, sets.X);
    yield pause;
    const own = ownTerms(kernel, sets.X);
    const starts: DualPoint[] = [];
    let point: DualPoint | undefined;
    for (const at of points.filter((each) => each.width === width).toSorted((a, b) => a.cost - b.cost)) {
      const { cost } = machineAt(search, at);
      const candidate = { rows, ownTerms: own, cost };
      let heldOut: HeldOut;
      let supportVectors: number;
      if (folds) {
        const inFolds = yield* reporting(
          heldOutInFolds(engine, sets, folds, candidate, effort, starts),
          stage,
          done,
          points.length,
        );
        heldOut = inFolds;
        supportVectors = inFolds.supportVectors;
      } else {
        const problem = { rows, signs: sets.signs, costs: costsOf(sets, cost, sets.weights) };
        point = yield* trainedMachine(engine, problem, effort, point);
        heldOut = yield* reporting(heldOutEach(engine, sets, candidate, point, effort), stage, done, points.length);
        supportVectors = supportCount(point);
      }
      const loss = judge(heldOut)?.loss ?? Infinity;
      const difference = best ? loss - best.loss : -Infinity;
      const isBetter =
        best === undefined ||
        (Math.abs(difference) > tie * best.loss ? difference < 0 : supportVectors < best.supportVectors);
      if (isBetter) best = { at, kernel, cost, width: at.width, heldOut, loss, supportVectors };
      yield progress(stage, ++done, points.length);
    }
  }
  if (!best) throw new RangeError("There must be a point to judge.");
  return best;
}

/** Work as one step of a stage: its own progress moves the fraction alone. */
export function reporting<Result>(work: Work<Result>, stage: string, step: number, of: number): Work<Result> {
  return withSteps(work, (each) =>
    each.kind === "progress" ? { ...progress(stage, step, of), fraction: (step + fractionOf(each)) / of } : each,
  );
}
