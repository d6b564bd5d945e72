import { type Executor, type Model } from "kernelbayes";
import { modelFromDocument } from "kernelbayes/models";
import type { Section } from "./benchmark.ts";
import type { Depends, KeptResults, Shape } from "./keptResults.ts";
import type { Verdict } from "./verdict.ts";

/** What the parts of the benchmark of honesty are run with. */
export interface HonestySettings {
  readonly models: readonly (readonly [name: string, model: Model])[] | undefined;
  readonly sizes: readonly number[] | undefined;
  readonly cuts: number;
  readonly draws: number | undefined;
  readonly tables: readonly string[] | undefined;
  /** Names of known truths; all where undefined. */
  readonly truths: readonly string[] | undefined;
  /** Shapes of noise, and "weak"; all where undefined. */
  readonly shapes: readonly string[] | undefined;
  /** The folder of the benchmark data. */
  readonly data: string;
  readonly seed: number;
  readonly kept: KeptResults;
  /** The revision of a model and of what else the results that are kept depend on, for tables of a shape. */
  revision(name: string, model: Model, depends: Depends, shape: Shape): Promise<string>;
  readonly executor: Executor & { close(): Promise<void> };
  /** Tells what is going on. */
  tell(line: string): void;
}

export type HonestyPart = (
  settings: HonestySettings,
) => Promise<{ readonly verdicts: readonly Verdict[]; readonly sections: readonly Section[] }>;

/** A model of the catalogue with its defaults. */
export function modelNamed(name: string): Model {
  return modelFromDocument({ name });
}
