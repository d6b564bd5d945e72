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
