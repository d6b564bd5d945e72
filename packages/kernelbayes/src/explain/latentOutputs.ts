import type { LatentExpansion } from "../posterior/latentExpansion.ts";

/**
 * The scale of an explanation: "latent", the functions of the model in their own units; "log-odds", what they make of the odds of a class.
 */
export type ExplanationScale = "latent" | "log-odds";

/** A contrast of latent functions that is explained: Σ_m g_m f_m + offset. */
export interface LatentOutput {
  /** The number of the class that it speaks for. */
  readonly class: number;
  /** The class that it speaks against; all others when absent. */
  readonly against: number | undefined;
  readonly contrast: Float64Array;
  readonly offset: number;
}

/**
 * What is explained of a model of C classes.
 *
 * - One function and two classes: f for class 1 and −f for class 0; as log odds slope · f + offset, where the link is linear.
 * - Scores of a softmax, which mean nothing by themselves: each score less the mean of the others, log p_c − mean_{k≠c} log p_k. For two classes
 *   that is the log odds. The log ratio of two classes is (C − 1)/C of the difference of theirs.
 * - Machines of a coupling: the function of each; what they make of the odds is not linear.
 *
 * Undefined where log odds are asked for and are not linear in the functions.
 */
export function latentOutputs(
  { functions, link }: Pick<LatentExpansion, "functions" | "link">,
  classes: number,
  scale: ExplanationScale,
): readonly LatentOutput[] | undefined {
  if (scale === "log-odds" && !isLinear(link)) return undefined;
  if (link.kind === "softmax") {
    return functions.map(({ positive }, m) => ({
      class: positive,
      against: classes === 2 ? 1 - positive : undefined,
      contrast: Float64Array.from(functions, (_, k) => (k === m ? 1 : -1 / (functions.length - 1))),
      offset: 0,
    }));
  }
  if (functions.length === 1 && classes === 2) {
    const { slope, offset } = link.kind === "logistic" && scale === "log-odds" ? link : { slope: 1, offset: 0 };
    return [-1, 1].map((sign, c) => ({
      class: c,
      against: 1 - c,
      contrast: Float64Array.of(sign * slope),
      offset: sign * offset,
    }));
  }
  return functions.map(({ positive, negative }, m) => ({
    class: positive,
    against: negative,
    contrast: Float64Array.from(functions, (_, k) => (k === m ? 1 : 0)),
    offset: 0,
  }));
}

/** Whether log-probability ratios are linear in the functions. */
export function isLinear(link: LatentExpansion["link"]): boolean {
  return link.kind === "logistic" || (link.kind === "softmax" && link.isExact);
}
