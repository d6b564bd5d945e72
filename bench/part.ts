import type { Engine } from "kernelbayes/engine";
import type { Section } from "./benchmark.ts";
import type { Verdict } from "./verdict.ts";

/** What a part of a benchmark is told. */
export interface PartSettings {
  readonly engines: readonly Engine[];
  /** Numbers of rows; each part has its own by default. */
  readonly sizes: readonly number[] | undefined;
  /** Runs of which the fastest counts. */
  readonly repeats: number;
  /** Draws of data, over which times and losses are averaged. */
  readonly draws: number;
  /** A contender that would take more CPU seconds for one fit is left out, and that is said. */
  readonly mostSeconds: number;
  /** Pythons to look for peers in. */
  readonly python: readonly string[] | undefined;
  /** Says on the way what is being measured. */
  tell(line: string): void;
}

/** What a part found. */
export interface PartReport {
  readonly sections: readonly Section[];
  readonly verdicts: readonly Verdict[];
}
