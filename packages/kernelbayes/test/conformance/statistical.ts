import type { GoldenCase } from "./runCases.ts";

/** Estimates of a Markov chain run and their Monte Carlo standard errors, by quantity; lists have an error for each entry. */
export interface StatisticalRun {
  readonly name: string;
  readonly estimates: Readonly<Record<string, number | readonly number[]>>;
  readonly errors: Readonly<Record<string, number | readonly number[]>>;
}

/** How far estimates may lie from what is expected: so many standard errors, none of which may be larger than `max_mcse`. */
export interface StatisticalLimits {
  readonly mcse_multiple: number;
  readonly max_mcse: number;
}

/** What differs, one sentence each; every run must agree with everything that is expected. */
export function statisticalDifferences(runs: unknown, golden: GoldenCase, limits: StatisticalLimits): string[] {
  if (!Array.isArray(runs) || runs.length === 0) return ["there should be at least one run"];
  return (runs as StatisticalRun[]).flatMap((run) =>
    Object.entries(golden.expected as Record<string, number | number[]>).flatMap(([quantity, expected]) =>
      [expected].flat().flatMap((value, at) => {
        const place = `${run.name}: ${quantity}${Array.isArray(expected) ? `[${at}]` : ""}`;
        const estimate = [run.estimates[quantity]].flat()[at];
        const error = [run.errors[quantity]].flat()[at];
        if (!(error <= limits.max_mcse)) {
          return [`${place} should have an error of at most ${limits.max_mcse}; has ${error}`];
        }
        const allowed = limits.mcse_multiple * error + (golden.tolerances?.[quantity]?.atol ?? golden.atol ?? 0);
        return Math.abs((estimate ?? NaN) - value) <= allowed
          ? []
          : [`${place} should be ${value} within ${allowed.toExponential(1)}; is ${estimate}`];
      }),
    ),
  );
}
