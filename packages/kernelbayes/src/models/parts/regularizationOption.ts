import type { Renaming } from "./inPresentWords.ts";
import { option, type Option } from "./option.ts";
import { either, numberWithin, words } from "./optionKinds.ts";

/** The weight of a penalty against the fit to the rows, the larger the smoother, or "auto": chosen. */
export type Regularization = number | "auto";

/** The option `regularization`, which has one meaning in all models; the text has the formula or the letter of the literature. */
/* @__NO_SIDE_EFFECTS__ */
export function regularizationOption(text: string): Option<Regularization> {
  return option(either(words("auto"), numberWithin({ from: 1e-30, to: 1e30 })), "auto", text);
}

/** One over the regularization, the C of the literature; undefined where it is chosen. */
export function lossWeight(regularization: Regularization): number | undefined {
  return regularization === "auto" ? undefined : 1 / regularization;
}

/** The regularization by a weight of the fit to the rows, an option that some models had; "search" is "auto" now. */
/* @__NO_SIDE_EFFECTS__ */
export function lossWeightRenaming(name: string): Renaming {
  const inverse = (weight: unknown): unknown => (typeof weight === "number" && weight > 0 ? 1 / weight : weight);
  return { option: name, now: (weight) => ({ regularization: weight === "search" ? "auto" : inverse(weight) }) };
}
