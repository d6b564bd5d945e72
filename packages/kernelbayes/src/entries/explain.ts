// What moved a prediction, apart from the classifier itself: pages that only predict do without it.
export {
  shapleyValues,
  shapleyValuesSync,
  shapleyValuesWork,
  type AbsentColumns,
  type ShapleyOptions,
  type ShapleyOutput,
  type ShapleyValues,
} from "../explain/shapleyValues.ts";
export type { BackgroundOptions } from "../explain/backgroundRows.ts";
export { heldTrainingTable } from "../explain/heldTrainingTable.ts";
export type { ExplanationScale } from "../explain/latentOutputs.ts";
export { effects, effectsSync, effectsWork, type Effect, type EffectOptions } from "../explain/effects/effects.ts";
export type { Direction } from "../explain/effects/directionOf.ts";
export type { CellValue } from "../explain/columnDomain.ts";
export {
  interactions,
  interactionsSync,
  interactionsWork,
  type Interaction,
  type InteractionOptions,
  type Interactions,
} from "../explain/effects/interactions.ts";
export {
  counterfactuals,
  counterfactualsSync,
  counterfactualsWork,
  type CellChange,
  type Counterfactual,
  type CounterfactualOptions,
  type Counterfactuals,
} from "../explain/counterfactual/counterfactuals.ts";
export type { ChangeLimits } from "../explain/counterfactual/changeSpace.ts";
export {
  neighbours,
  type Neighbour,
  type NeighbourOptions,
  type NeighbourOutput,
  type Neighbours,
} from "../explain/neighbours/neighbours.ts";
export {
  slices,
  slicesSync,
  slicesWork,
  type Slice,
  type SliceOptions,
  type Slices,
} from "../explain/slices/slices.ts";
export type { Condition } from "../explain/slices/conditionsOf.ts";
export type { ScoredOptions } from "../explain/slices/scoredRows.ts";
export {
  fairness,
  type Fairness,
  type FairnessGap,
  type FairnessGroup,
  type FairnessOptions,
  type Rate,
} from "../explain/slices/fairness.ts";
export {
  learningCurve,
  learningCurveWork,
  type CurvePoint,
  type LearningCurve,
  type LearningCurveOptions,
  type Outlook,
} from "../fit/learning/learningCurve.ts";
export {
  columnCurve,
  columnCurveWork,
  type ColumnCurveOptions,
  type ColumnPoint,
} from "../fit/learning/columnCurve.ts";
export type { Figure } from "../fit/learning/resampledMeans.ts";
// Relevance on rows that fits have not seen is measured beside everything else: `measure` with `relevance`.
export { measure, type Measurement, type MeasureOptions } from "../fit/measure.ts";
export type { ColumnRelevance } from "../fit/columnRises.ts";
export { heldOutRelevance, type HeldOutRelevanceOptions } from "../fit/heldOutRelevance.ts";
export {
  permutationRelevance,
  type PermutationOptions,
  type PermutationRelevance,
  type PermutedColumn,
} from "../compare/permutationRelevance.ts";
// What posteriors and kernels of one's own offer, so that they are explained exactly.
export type {
  KernelSum,
  LatentExpansion,
  LatentFunctionals,
  LatentLink,
  LatentPolynomial,
  LatentSide,
} from "../posterior/latentExpansion.ts";
export type { KernelTerm, LinearTerm, ProductTerm } from "../kernels/parts/kernelTerms.ts";
