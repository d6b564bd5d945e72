import type { Benchmark } from "./benchmark.ts";
import { partsBenchmark } from "./partsBenchmark.ts";
import { fitPart } from "./supportVectorFit.ts";
import { svcPart } from "./supportVectorMachine.ts";
import { mapPart } from "./supportVectorMap.ts";

/** The speed of the support-vector family, as ratios within one run. */
export const supportVector: Benchmark = partsBenchmark(
  "The support-vector family: what was asked for and what was measured",
  "CPU time of the support-vector family as ratios: to Cholesky factorizations, to Gaussian processes of scikit-learn, to libsvm-js",
  { map: mapPart, svc: svcPart, fit: fitPart },
);
