import type { Benchmark } from "./benchmark.ts";
import { basisPart } from "./fisherBasis.ts";
import { canonicalPart } from "./fisherCanonical.ts";
import { evidencePart } from "./fisherEvidence.ts";
import { classesPart, millionPart, sparsePart } from "./fisherLarge.ts";
import { predictPart } from "./fisherPredict.ts";
import { tunedPart } from "./fisherTuned.ts";
import { partsBenchmark } from "./partsBenchmark.ts";

/** The speed of the Fisher family, as ratios within one run. */
export const fisher: Benchmark = partsBenchmark(
  "The Fisher family: what was asked for and what was measured",
  "CPU time of the Fisher family as ratios: to decompositions, to tuned support vector machines, to itself as rows grow",
  {
    canonical: canonicalPart,
    tuned: tunedPart,
    bfd: evidencePart,
    basis: basisPart,
    sparse: sparsePart,
    million: millionPart,
    classes: classesPart,
    predict: predictPart,
  },
);
