import { finiteNumber, list, oneOf, optional, record, text, type Codec } from "../codec.ts";

/** One of several models that were tried for one posterior, on the same rows. */
export interface Candidate {
  /** What it is, in words: "L1 kernel on ranks". */
  readonly title: string;
  /** The model's name in the catalogue. */
  readonly model: string;
  /** Whether it has a part in the answer, was left out because others are clearly better, or could not be fitted. */
  readonly outcome: "used" | "left out" | "failed";
  /** Why it has no part, in a sentence. */
  readonly reason?: string | undefined;
  /** Mean log predictive density of the training rows, each by a fit that did not see it; none if the fit failed. */
  readonly score?: number | undefined;
  /** Mean of the log densities over those of the best candidate, at most 0, and the standard error of that difference. */
  readonly difference?: number | undefined;
  readonly differenceError?: number | undefined;
  /** Its part in the answer: the weights of candidates in use add up to 1. */
  readonly weight: number;
  /** What it took, where there was a clock; not in documents, so that equal fits have equal ones. */
  readonly seconds?: number | undefined;
}

const candidateCodec: Codec<Candidate> = record({
  title: text,
  model: text,
  outcome: oneOf("used", "left out", "failed"),
  reason: optional(text),
  score: optional(finiteNumber),
  difference: optional(finiteNumber),
  differenceError: optional(finiteNumber),
  weight: finiteNumber,
  // Older documents have it.
  seconds: optional(finiteNumber),
});

/** Candidates in a document, without the time that each took: equal fits give equal documents. */
export const candidatesCodec: Codec<readonly Candidate[]> = list({
  read: candidateCodec.read,
  write: (candidate: Candidate) => candidateCodec.write({ ...candidate, seconds: undefined }),
});
