import { stream, type Stream } from "../../random/index.ts";

/** Splits draw from a branch of their own, so that a model with the same seed does not meet the same numbers. */
const BRANCH = 1_936_747_636;

export function streamOfSplits(seed: number, ...path: number[]): Stream {
  return stream(seed, BRANCH, ...path);
}
