import type { Row } from "./benchmark.ts";

/** What was asked of a figure, and what came out. */
export interface Verdict {
  readonly criterion: string;
  readonly measured: number;
  readonly limit: number;
  /** Whether the figure must reach the limit or stay below it. */
  readonly bound: "at least" | "at most";
  /** Undefined where there was nothing to judge by. */
  readonly isMet: boolean | undefined;
}

export function atLeast(criterion: string, measured: number, limit: number): Verdict {
  return verdict(criterion, measured, limit, "at least", measured >= limit);
}

export function atMost(criterion: string, measured: number, limit: number): Verdict {
  return verdict(criterion, measured, limit, "at most", measured <= limit);
}

function verdict(criterion: string, measured: number, limit: number, bound: Verdict["bound"], isMet: boolean): Verdict {
  return { criterion, measured, limit, bound, isMet: Number.isNaN(measured) ? undefined : isMet };
}

/** "met", "SHORT", or that nothing could be judged. */
export function judged({ isMet }: Verdict): string {
  return isMet === undefined ? "not judged" : isMet ? "met" : "SHORT";
}

/** The verdict as a row of a table. */
export function verdictRow(verdict: Verdict): Row {
  const { criterion, measured, limit, bound } = verdict;
  return {
    criterion,
    measured: Number.isNaN(measured) ? "-" : Number(measured.toPrecision(4)),
    limit: `${bound === "at least" ? "≥" : "≤"} ${Number(limit.toPrecision(4))}`,
    verdict: judged(verdict),
  };
}
