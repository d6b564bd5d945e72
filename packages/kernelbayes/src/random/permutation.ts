import type { Stream } from "./stream.ts";

/** The numbers 0 to n − 1 in random order, each of the n! orders equally likely (Fisher & Yates, Durstenfeld 1964). */
export function permutation(stream: Stream, n: number): Int32Array {
  const order = Int32Array.from({ length: n }, (_, index) => index);
  for (let i = n - 1; i > 0; i--) {
    const j = stream.integer(i + 1);
    const held = order[i];
    order[i] = order[j];
    order[j] = held;
  }
  return order;
}
