import { createHash } from "node:crypto";
import { fitSync } from "../../src/fit/fit.ts";
import { models } from "../../src/models/index.ts";
import { frozenTable, type FrozenCase } from "./cases.ts";

/** What is kept of a fit: numbers in a fixed order, by what they are. */
export interface FrozenResult {
  readonly probabilities: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Log probability of the true class of every training row, left out. */
  readonly leaveOneOut: readonly number[];
  readonly evidence: readonly number[];
}

/** Fits and predicts one case on the engine `wasm simd128`, which computes the same bits everywhere. */
export function frozenResult({ model, options, table }: FrozenCase): FrozenResult {
  const { training, unseen } = frozenTable(table);
  const posterior = fitSync(models[model].create(options), training, {
    target: "kind",
    seed: 3,
    engine: "wasm simd128",
    ...(table === "groups" ? { group: "group" } : {}),
    ...(table === "weights" ? { weights: "weight" } : {}),
  });
  const prediction = posterior.predict(unseen);
  const { leaveOneOut, training: rows } = posterior;
  const ofClass =
    leaveOneOut && rows.classes.map((k, row) => leaveOneOut.logProbabilities.data[row * posterior.classes.length + k]);
  return {
    probabilities: [...prediction.probabilities.data],
    lower: [...prediction.lower.data],
    upper: [...prediction.upper.data],
    leaveOneOut: ofClass ?? [],
    evidence: posterior.evidence === undefined ? [] : [posterior.evidence],
  };
}

const parts = ["probabilities", "lower", "upper", "leaveOneOut", "evidence"] as const;

/** The largest difference of two results: absolute for probabilities, relative for numbers above 1. */
export function largestDifference(one: FrozenResult, other: FrozenResult): number {
  return Math.max(
    ...parts.map((part) => {
      if (one[part].length !== other[part].length) return Infinity;
      return Math.max(
        0,
        ...one[part].map((value, at) =>
          Object.is(value, other[part][at]) ? 0 : Math.abs(value - other[part][at]) / Math.max(1, Math.abs(value)),
        ),
      );
    }),
  );
}

/** At most so many entries of a part are stored; the hash covers all of them. */
const mostStored = 48;

/** A result as it is stored: a hash of the bits of all numbers, and enough of them to see by how much another result differs. */
export interface StoredResult extends FrozenResult {
  readonly hash: string;
}

export function storedResult(result: FrozenResult): StoredResult {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(Float64Array.from(result[part]));
  const few = (values: readonly number[]): number[] => values.slice(0, mostStored);
  return {
    hash: hash.digest("hex").slice(0, 32),
    probabilities: few(result.probabilities),
    lower: few(result.lower),
    upper: few(result.upper),
    leaveOneOut: few(result.leaveOneOut),
    evidence: few(result.evidence),
  };
}
