import type { DiscriminantOptions } from "../../src/models/discriminant/gaussianDiscriminant.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { quadraticDiscriminant } from "../../src/models/discriminant/qda.ts";
import type { Model } from "../../src/models/model.ts";

/** The linear discriminant as the textbook has it, with exact leave-one-out scores and no calibration. */
export function textbookLinear(options: DiscriminantOptions = {}): Model {
  return linearDiscriminant({ ...options, calibration: "none" });
}

/** The quadratic one. */
export function textbookQuadratic(options: DiscriminantOptions = {}): Model {
  return quadraticDiscriminant({ ...options, calibration: "none" });
}
