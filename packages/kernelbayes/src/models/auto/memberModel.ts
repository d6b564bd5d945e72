import { modelForClasses } from "../coupled/modelForClasses.ts";
import { rdaEntry } from "../discriminant/rda.ts";
import { lssvmEntry } from "../leastSquares/lssvm.ts";
import { rfmEntry } from "../leastSquares/rfm.ts";
import { logisticEntry } from "../logistic/logistic.ts";
import type { Model } from "../model.ts";
import { gpcEntry } from "../process/gpc.ts";
import { readModel, type KnownModels } from "../readModel.ts";

const known: KnownModels = {
  place: " among the members of auto",
  factories: { logistic: logisticEntry, rda: rdaEntry, lssvm: lssvmEntry, rfm: rfmEntry, gpc: gpcEntry },
};

/** The model of a member from its document, coupled where it is one of two classes and there are more. */
export function memberModel(document: unknown, path: string, classes: number): Model {
  return modelForClasses(readModel(known, document, path), classes);
}
