import { InputError } from "../../errors.ts";

/** First less second, pair by pair. Lists of different lengths are no pairs and are refused. */
export function pairedDifferences(first: ArrayLike<number>, second: ArrayLike<number>): Float64Array {
  if (first.length !== second.length) {
    throw new InputError(
      "pairs-differ",
      `Pairs need two lists of one length; the first has ${first.length} values, the second ${second.length}.`,
    );
  }
  return Float64Array.from(first, (value, pair) => value - second[pair]);
}
