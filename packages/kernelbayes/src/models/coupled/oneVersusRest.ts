import { coupledModel } from "./coupledModel.ts";
import type { Coupling } from "./posterior.ts";
import { coupleOneVersusRest } from "../../calibration/coupling/coupleOneVersusRest.ts";
import type { Model } from "../model.ts";

const coupling: Coupling = {
  name: "one-versus-rest",
  machines: (classes) => Array.from({ length: classes }, (_, positive) => ({ positive, negative: undefined })),
  machineCount: (classes) => classes,
  couple: (_, probabilities) => coupleOneVersusRest(probabilities),
  perClass: (positive) => positive,
  ends: ({ probability, lower, upper }, coupled) =>
    Array.from(coupled, (_, c) => {
      const rival = mostProbableBeside(coupled, c);
      const end = (own: Float64Array, others: Float64Array): number =>
        coupleOneVersusRest(probability.with(c, own[c]).with(rival, others[rival]))[c];
      return [end(lower, upper), end(upper, lower)];
    }),
};

/** The class that gains what class c loses. */
function mostProbableBeside(probabilities: Float64Array, c: number): number {
  let best = c === 0 ? 1 : 0;
  for (let k = 0; k < probabilities.length; k++) if (k !== c && probabilities[k] > probabilities[best]) best = k;
  return best;
}

/**
 * Many classes from a model of two: one machine a class, against all others, and the probabilities on the simplex that lie
 * closest to those of all machines. The lower end of a class is what comes of the lower end of its machine and the upper end of that of its
 * most probable rival, and so for the upper end: the errors of the two are opposite, as those of the two classes of one machine are.
 *
 * @example oneVersusRest(linearDiscriminant())
 */
export function oneVersusRest(model: Model): Model {
  return coupledModel(coupling, model);
}
