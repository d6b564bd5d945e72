import { matrix } from "../engine/matrix.ts";
import { coupledModel, type Coupling, type Machine } from "./coupledModel.ts";
import { wuLinWeng } from "./coupling/index.ts";
import type { Model } from "./model.ts";

function pairs(classes: number): Machine[] {
  return Array.from({ length: classes }, (_, positive) => positive).flatMap((positive) =>
    Array.from({ length: classes - positive - 1 }, (_, next) => ({ positive, negative: positive + 1 + next })),
  );
}

const coupling: Coupling = {
  name: "pairwise",
  machines: pairs,
  couple(engine, probabilities, sizes) {
    const C = sizes.length;
    const r = matrix(C, C);
    pairs(C).forEach(({ positive, negative = 0 }, m) => {
      r.data[positive * C + negative] = probabilities[m];
      r.data[negative * C + positive] = 1 - probabilities[m];
    });
    return wuLinWeng(engine, r).probabilities;
  },
  // The logit of a class depends on each pair it is in by as much as the other class is likely.
  perClass(values, probabilities) {
    const C = probabilities.length;
    const sums = new Float64Array(C);
    const weights = new Float64Array(C);
    pairs(C).forEach(({ positive, negative = 0 }, m) => {
      for (const [own, other] of [
        [positive, negative],
        [negative, positive],
      ]) {
        // A little of every pair, so that a certain class still has a width.
        const weight = probabilities[other] + 1e-12;
        sums[own] += weight * values[m];
        weights[own] += weight;
      }
    });
    return sums.map((sum, c) => sum / weights[c]);
  },
};

/**
 * Many classes from a model of two: one machine for each pair of classes, on the rows of these two, coupled by the second
 * method of Wu, Lin and Weng. Cheaper than one versus rest where a fit costs more than O(n), and C(C − 1)/2 machines.
 *
 * @example pairwise(linearDiscriminant())
 */
export function pairwise(model: Model): Model {
  return coupledModel(coupling, model);
}
