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
