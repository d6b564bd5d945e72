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
