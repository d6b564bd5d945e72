import { matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { coupledModel } from "./coupledModel.ts";
import type { Coupling } from "./posterior.ts";
import { surestPair } from "../../calibration/coupling/pairwiseProbabilities.ts";
import { wuLinWeng } from "../../calibration/coupling/wuLinWeng.ts";
import type { Model } from "../model.ts";

interface Pair {
  readonly positive: number;
  readonly negative: number;
}

function pairs(classes: number): Pair[] {
  return Array.from({ length: classes }, (_, positive) => positive).flatMap((positive) =>
    Array.from({ length: classes - positive - 1 }, (_, next) => ({ positive, negative: positive + 1 + next })),
  );
}

const coupling: Coupling = {
  name: "pairwise",
  machines: pairs,
  machineCount: (classes) => (classes * (classes - 1)) / 2,
  couple(engine, probabilities, C) {
    const r = matrix(C, C);
    pairs(C).forEach(({ positive, negative }, m) => {
      r.data[positive * C + negative] = probabilities[m];
      r.data[negative * C + positive] = 1 - probabilities[m];
    });
    const coupled = wuLinWeng(engine, r);
    if (coupled.converged) return coupled.probabilities;
    // Above fifty classes the coupling is an iteration; it has been seen to converge however its machines disagree.
    throw new NumericalError("coupling-failed", `The probabilities of ${C} classes could not be coupled.`);
  },
  surest: surestPair,
  // The logit of a class depends on each pair it is in by as much as the other class is likely.
  perClass(positive, negative, probabilities) {
    const C = probabilities.length;
    const sums = new Float64Array(C);
    const weights = new Float64Array(C);
    const add = (own: number, other: number, value: number): void => {
      // A little of every pair, so that a certain class still has a width.
      const weight = probabilities[other] + 1e-12;
      sums[own] += weight * value;
      weights[own] += weight;
    };
    pairs(C).forEach((pair, m) => {
      add(pair.positive, pair.negative, positive[m]);
      add(pair.negative, pair.positive, negative[m]);
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
