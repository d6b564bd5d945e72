import type { Stream } from "./stream.ts";

/** A draw from the exponential distribution with mean 1: −log U. Always positive. */
export function exponential(stream: Stream): number {
  return -Math.log(stream.uniform());
}
