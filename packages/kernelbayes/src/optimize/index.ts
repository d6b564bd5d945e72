export { boundedLbfgs, type BoundedLbfgsOptions } from "./boundedLbfgs.ts";
export { brent, type BrentOptions } from "./brent.ts";
export { attempt, type Failure, isFailure, multiStart, type MultiStartResult } from "./multiStart.ts";
export { nelderMead, type NelderMeadOptions } from "./nelderMead.ts";
export { type CurveObjective, newtonOneDimension, type NewtonOneDimensionOptions } from "./newtonOneDimension.ts";
export type { BoundOptions, LimitOptions, Objective, Optimum, TraceEntry, ValueObjective } from "./optimizer.ts";
export { patternSearch, type PatternSearchOptions } from "./patternSearch.ts";
export { scaledConjugateGradients, type ScaledConjugateGradientsOptions } from "./scaledConjugateGradients.ts";
