import { fromRows } from "../../../src/matrix/row.ts";
import { sourceRelevance } from "../../../src/search/columnShares.ts";

interface Input {
  readonly encoded: number[][];
  readonly weights: number[];
  readonly source: number[];
}

/** Case `ard-fold` of the relevance: weights of encoded columns folded back to the columns of the table. */
export function foldedRelevance({ encoded, weights, source }: Input): unknown {
  const rowWeights = new Float64Array(encoded.length).fill(1);
  const { relevance, shares } = sourceRelevance(fromRows(encoded), weights, source, rowWeights);
  return { relevance, share: shares };
}
