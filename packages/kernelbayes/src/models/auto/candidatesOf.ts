import type { Warning } from "../../errors.ts";
import type { Cut } from "../../evaluate/combine/cutCandidates.ts";
import { elpd } from "../../evaluate/elpd.ts";
import type { Candidate } from "../../posterior/candidate.ts";
import type { MemberPlan } from "./memberPlan.ts";

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
        outcome: share === undefined ? "left out" : "used",
        ...(share === undefined && { reason: "Others predict unseen rows clearly better." }),
        ...(densities.some((value) => !Number.isNaN(value)) && { score: elpd(densities, weights).perRow }),
        difference: cut.differences[place],
        ...(Number.isFinite(cut.errors[place]) && { differenceError: cut.errors[place] }),
        weight: share ?? 0,
        ...(seconds !== undefined && { seconds }),
      };
    })
    .toSorted((a, b) => (b.difference ?? -Infinity) - (a.difference ?? -Infinity));
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
