import type { Benchmark } from "./benchmark.ts";
import { partsBenchmark } from "./partsBenchmark.ts";
import { rowsPart, sweepsPart } from "./projectionSweeps.ts";

/** The speed of the projection family, as ratios within one run. */
export const projection: Benchmark = partsBenchmark(
  "The projection family: what was asked for and what was measured",
  "sweeps and effective draws of Markov chains a CPU second, in Cholesky factorizations and against the paper's setting",
  { sweeps: sweepsPart, bmkc: rowsPart },
);
