import type { Posterior } from "kernelbayes";

/**
 * Why a combination of candidates is used although one of them has the better leave-one-out score, in a sentence; undefined
 * where none has.
 */
export function bestCandidateSentence({
  candidates,
  score,
}: Pick<Posterior, "candidates" | "score">): string | undefined {
  const used = candidates?.filter(({ outcome }) => outcome === "used") ?? [];
  const [best] = used.toSorted((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity));
  if (used.length < 2 || score === undefined || best.score === undefined || best.score <= score.perRow)
    return undefined;
  return (
    `Left-out rows favour "${best.title}" by itself (log loss ${(-best.score).toFixed(4)}) over the combination (${(-score.perRow).toFixed(4)}), ` +
    "but it was picked as the best by these same rows, and the best of several looks better than it is."
  );
}
