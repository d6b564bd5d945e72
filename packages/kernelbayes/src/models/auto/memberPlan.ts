import { l1 } from "../../kernels/l1.ts";
import { scale } from "../../kernels/scale.ts";
import { sum } from "../../kernels/sum.ts";
import { constant } from "../../kernels/constant.ts";
import type { ModelDocument } from "../model.ts";
import type { MetricKind } from "../leastSquares/learned/learnMetric.ts";
import type { MetricShape } from "../leastSquares/learned/shapedKernel.ts";
import type { ViewKind } from "./view.ts";
import type { Warning } from "../../errors.ts";
import type { Cut } from "../../evaluate/combine/cutCandidates.ts";
import { elpd } from "../../evaluate/elpd.ts";
import type { Candidate } from "../../posterior/candidate.ts";

/** How much `auto` tries. */
export type Effort = "low" | "normal" | "high";

/** One of the models that are tried. */
export interface MemberPlan {
  /** What it is, in words. */
  readonly title: string;
  readonly model: ModelDocument;
  readonly view: ViewKind;
  /**
   * In how many folds its training rows are predicted, with everything learned again: for models that learn about single
   * columns from the labels, whose leave-one-out is too good. Without it, by the leave-one-out of the model.
   */
  readonly folds?: number | undefined;
  /** The title of a much cheaper member of the same kind: where that is clearly worse than others, this one is not tried. */
  readonly follows?: string | undefined;
}

/** Folds of members that learn about columns from the labels. */
const folds = 5;
/** Up to so many rows a Gaussian process, whose time grows with their cube, is a member; a class more is a machine more. */
const processRows = { normal: 1000, high: 3000 } as const;
/** Above so many rows a Gaussian process is tried with one start, and only where a smooth kernel is among the better ones. */
const manyRows = 250;
const smooth = "smooth kernel";
/** Above so many rows `lssvm` fits no kernel in all of them. */
const largeTable = 1500;
/** Up to so many rows kernels are fitted in all of them nonetheless, where the engine is fast and where it is not. */
const exactRows = { native: 6000, other: 2500 } as const;
/** Metrics are learned from so many rows on, for so many columns at most, and not where these are more than half of the rows. */
const [fewestForMetric, mostForMetric] = [200, 150] as const;
/**
 * Above so many coefficients, classes times the smaller of rows and columns, one Newton step of multinomial regression takes seconds: then the linear
 * member is kernel least squares, whose classes share a factorization, and covariances of classes and members that are fitted in folds are not tried.
 */
const mostCoefficients = 2000;
/** Above so many columns, and where there are more than rows, a few are selected as well. */
const manyColumns = 100;

/** What the choice of members depends on. */
interface MemberShape {
  readonly rows: number;
  readonly columns: number;
  readonly classes: number;
  /** Whether matrices of a few thousand rows are factorized fast, by a native engine. */
  readonly isFast: boolean;
  /** Whether a view shows other columns than the given ones. */
  has(view: ViewKind): boolean;
}

/** The members to try, in the order in which they are worked on: after any of them there is an answer. */
export function memberPlans({ rows: n, columns: p, classes, isFast, has }: MemberShape, effort: Effort): MemberPlan[] {
  const tuned = { title: "smooth kernel, columns weighted", model: { name: "lssvm" }, view: "given" } as const;
  if (effort === "low") return [tuned];
  const machines = classes === 2 ? 1 : classes;
  const isHigh = effort === "high";
  const machine = (title: string, view: ViewKind, options: object, ofFolds?: number): MemberPlan => ({
    title,
    model: { name: "lssvm", ...options },
    view,
    folds: ofFolds,
  });
  const most = isFast ? exactRows.native : exactRows.other;
  const isExact = n > largeTable && n <= most;
  const isLearned = n >= fewestForMetric && n <= most && p > 1 && p <= mostForMetric && 2 * p <= n;
  const exact = (title: string, view: ViewKind, shape: MetricShape): MemberPlan => ({
    title,
    model: { name: "rfm", shape, metric: "none" },
    view,
  });
  const learned = (title: string, shape: MetricShape, metric: MetricKind): MemberPlan => ({
    title,
    model: { name: "rfm", shape, metric },
    view: "given",
  });
  const process = n * Math.cbrt(machines) <= processRows[effort];
  const stepKernel = sum(scale(l1()), constant()).toDocument();
  const isHeavy = classes > 2 && Math.min(n, p) * classes > mostCoefficients;
  return [
    isHeavy
      ? machine("linear", "given", {
          kernel: "linear",
          ...(n > largeTable && { basis: "random", basisSize: 500 }),
        })
      : ({ title: "linear", model: { name: "logistic" }, view: "given" } as const),
    ...when(!isHeavy, () => [{ title: "Gaussian classes", model: { name: "rda" }, view: "given" } as const]),
    ...when(p > n && p > manyColumns && has("selected") && !isHeavy, () => [
      { title: "linear, 50 most relevant columns", model: { name: "logistic" }, view: "selected", folds } as const,
    ]),
    isExact ? exact(smooth, "given", "gaussian") : machine(smooth, "given", { columnWeights: "equal" }),
    ...when(n > largeTable && !isExact, () => [
      machine("smooth kernel on 500 rows", "given", { basis: "random", basisSize: 500 }),
    ]),
    ...when(has("ranks"), () => [
      isExact
        ? exact("stepped kernel on ranks", "ranks", "l1")
        : machine("stepped kernel on ranks", "ranks", { shape: "l1", columnWeights: "equal" }),
    ]),
    ...when(has("categories"), () => [
      machine("smooth kernel on categories", "categories", { columnWeights: "equal" }),
      machine("stepped kernel on categories", "categories", { shape: "l1", columnWeights: "equal" }),
    ]),
    ...when(has("categories") && !isHeavy, () => [
      machine(
        "stepped kernel on categories, columns weighted by information",
        "categories",
        { shape: "l1", columnWeights: "information" },
        folds,
      ),
    ]),
    ...when(!isHeavy, () => [
      machine(
        "stepped kernel, columns weighted by information",
        "given",
        { shape: "l1", columnWeights: "information" },
        folds,
      ),
    ]),
    isExact
      ? exact("stepped kernel", "given", "l1")
      : machine("stepped kernel", "given", { shape: "l1", columnWeights: "equal" }),
    ...when(isLearned, () => [
      learned("rough kernel, metric learned", "matern", "full"),
      learned("rough kernel, columns weighted by gradients", "matern", "diagonal"),
      learned("stepped kernel, columns weighted by gradients", "l1", "diagonal"),
    ]),
    ...when(process, () => [
      {
        title: "Gaussian process, smooth",
        model: { name: "gpc", ...(n > manyRows && !isHigh && { starts: [1] }) },
        view: "given" as const,
        follows: n > manyRows && !isHigh ? smooth : undefined,
      },
    ]),
    ...when(isHigh && process, () => [
      { title: "Gaussian process, stepped", model: { name: "gpc", kernel: stepKernel }, view: "given" } as const,
    ]),
    ...when(isHigh, () => [
      { ...tuned, folds },
      machine("stepped kernel on ranks, columns weighted", "ranks", { shape: "l1" }, folds),
      ...when(has("categories"), () => [
        machine("stepped kernel on categories, columns weighted", "categories", { shape: "l1" }, folds),
      ]),
    ]),
  ];
}

function when<Item>(holds: boolean, make: () => readonly Item[]): readonly Item[] {
  return holds ? make() : [];
}

/** A member that was tried: with its log densities and its part in the answer, or with the reason why there are none. */
export interface TriedMember {
  readonly plan: MemberPlan;
  readonly failed?: string | undefined;
  /** Why it was not even tried. */
  readonly untried?: string | undefined;
  readonly densities?: Float64Array | undefined;
  /** Its place among the members of the cut. */
  readonly place?: number | undefined;
  /** Its part in the answer, where it has one. */
  readonly share?: number | undefined;
  readonly seconds?: number | undefined;
}

/** What was tried, best first; members without a score stand last. */
export function candidatesOf(tried: readonly TriedMember[], cut: Cut, weights: Float64Array): Candidate[] {
  return tried
    .map(({ plan, failed, untried, densities, place = -1, share, seconds }): Candidate => {
      const base = { title: plan.title, model: plan.model.name };
      if (untried !== undefined) return { ...base, outcome: "left out", reason: untried, weight: 0 };
      if (!densities) return { ...base, outcome: "failed", reason: failed, weight: 0 };
      return {
        ...base,
        outcome: share ? "used" : "left out",
        ...(!share && { reason: "Others predict unseen rows as well without it." }),
        ...(densities.some((value) => !Number.isNaN(value)) && { score: elpd(densities, weights).perRow }),
        difference: cut.differences[place],
        ...(Number.isFinite(cut.errors[place]) && { differenceError: cut.errors[place] }),
        weight: share ?? 0,
        ...(seconds !== undefined && { seconds }),
      };
    })
    .toSorted(
      (a, b) => inOrder(b.difference, a.difference) || inOrder(b.score, a.score), // scores where none is behind
    );
}

/** How two numbers are sorted; one that is missing is the least. */
function inOrder(a = -Infinity, b = -Infinity): number {
  return a === b ? 0 : a - b;
}

/** Names the members that could not be fitted. */
export function failedWarning(candidates: readonly Candidate[]): Warning[] {
  const failed = candidates.filter(({ outcome }) => outcome === "failed");
  if (failed.length === 0) return [];
  const [{ title, reason }] = failed;
  const others = failed.length === 1 ? "" : ` and ${failed.length - 1} more`;
  return [
    {
      code: "member-failed",
      message: `"${title}"${others} could not be fitted and ${failed.length === 1 ? "has" : "have"} no part in the answer: ${reason ?? ""}`,
    },
  ];
}

/** Says that time ran out before all members were tried. */
export function lateWarning(late: number): Warning[] {
  if (late === 0) return [];
  return [
    {
      code: "out-of-time",
      message:
        `${late === 1 ? "One model was" : `${late} models were`} not tried, because the budget of time was spent. ` +
        "A larger budget may give a better answer; the result depends on the speed of the machine.",
    },
  ];
}

/** Says that no member tells the classes apart. */
export function uninformedWarning(coefficients: Float64Array | undefined): Warning[] {
  if (!coefficients || coefficients.some((coefficient) => coefficient > 0)) return [];
  return [
    {
      code: "no-information",
      message:
        "No model predicts unseen rows better than the class frequencies: these columns say nothing about the label. " +
        "Look for a column that does, or for more rows.",
    },
  ];
}

/** Where no row could be left out by all members. */
export const uncomparedWarning: Warning = {
  code: "unscored-class",
  message:
    "No row could be predicted by fits without it, because without it, or without its group, too few rows of a class would be left. The members could " +
    "not be compared and have equal parts, and there is no leave-one-out score. Add rows or groups of the small classes.",
};

/** Reports that classes were never predicted by a fit without them, so that no figure describes them. */
export function unscoredWarning(shares: Float64Array): Warning[] {
  const count = shares.filter((share) => share === 0).length;
  if (count === 0) return [];
  return [
    {
      code: "unscored-class",
      message:
        `${count === 1 ? "One class has" : `${count} classes have`} no leave-one-out score in any row, because all rows of the class are left out ` +
        "together (a single row, or a single group). The weights of the members were learned from the other classes, and error " +
        "rate and log loss describe those only. Add rows or groups of the small classes.",
    },
  ];
}
