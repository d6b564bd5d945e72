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
};

/**
 * Many classes from a model of two: one machine a class, against all others, and the probabilities on the simplex that lie
 * closest to those of all machines.
 *
 * @example oneVersusRest(linearDiscriminant())
 */
export function oneVersusRest(model: Model): Model {
  return coupledModel(coupling, model);
}
