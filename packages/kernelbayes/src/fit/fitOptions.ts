import type { EncodingOptions } from "../encoding/index.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { option, wording } from "../wording.ts";
import { quote } from "../table/quote.ts";

/** What is to be learned, and how the columns are read. All but the target have defaults. */
export interface FitOptions extends EncodingOptions {
  /** The label column. */
  readonly target: string;
  /** A whole number; equal seeds give equal results. Default 1. */
  readonly seed?: number;
  /** A column of row weights: a row of weight w counts as w rows, one of weight 0 not at all. */
  readonly weights?: string;
  /** A column of groups: rows of one group belong together and are left out together. */
  readonly group?: string;
  /** Class probabilities before a row is seen: the class frequencies (default), equal, or one a label. */
  readonly priors?: "empirical" | "equal" | Readonly<Record<string, number>>;
  /**
   * The engine, or its name; by default the fastest present. Tasks that are shared out know engines by name only: they use
   * the one that the first word of the given engine's name selects.
   */
  readonly engine?: string | Engine;
  /** Bytes that the fit may take. Default 2 GiB. */
  readonly memoryLimit?: number;
  /**
   * Seconds since some moment, such as `() => performance.now() / 1000`: for models that have a time budget or tell what
   * their parts took. Without it there is no budget.
   */
  readonly clock?: () => number;
}

const names: Readonly<Record<keyof FitOptions, true>> = {
  target: true,
  seed: true,
  weights: true,
  group: true,
  priors: true,
  engine: true,
  memoryLimit: true,
  clock: true,
  columns: true,
  exclude: true,
  missing: true,
  standardize: true,
  categories: true,
  asCategory: true,
  dates: true,
  rank: true,
  unseen: true,
  select: true,
};

/** Refuses options that cannot be meant, so that a misspelt one is never quietly ignored. `others` may be there as well. */
export function checkFitOptions(options: FitOptions, others: readonly string[] = []): void {
  const known = [...Object.keys(names), ...others];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new InputError(
      "unknown-option",
      `There is no option ${quote(unknown)}.`,
      {},
      `There are ${known.join(", ")}.`,
    );
  }
  const { target, seed = 1, weights, group, engine, memoryLimit = 1, clock } = options;
  if (typeof target !== "string")
    throw new InputError("no-target", wording`Name the label column as ${option("target")}.`);
  if (!Number.isSafeInteger(seed)) {
    throw new InputError("invalid-seed", `seed must be a whole number; got ${String(seed)}.`);
  }
  for (const [name, column] of Object.entries({ weights, group })) {
    if (column !== undefined && typeof column !== "string") invalid(name, "the name of a column", column);
  }
  if (engine === null || !["string", "object", "undefined"].includes(typeof engine)) {
    invalid("engine", "an engine or the name of one", engine);
  }
  if (!(typeof memoryLimit === "number" && memoryLimit > 0)) {
    invalid("memoryLimit", "a number of bytes greater than 0", memoryLimit);
  }
  if (clock !== undefined && typeof clock !== "function") invalid("clock", "a function that returns seconds", clock);
}

function invalid(name: string, expected: string, value: unknown): never {
  throw new InputError("invalid-option", `${name} must be ${expected}; got ${String(value)}.`);
}
