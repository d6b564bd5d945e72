import { ldaEntry } from "./discriminant/lda.ts";
import { qdaEntry } from "./discriminant/qda.ts";
import { rdaEntry } from "./discriminant/rda.ts";
import { lssvmEntry } from "./leastSquares/lssvm.ts";
import { orkfdEntry } from "./leastSquares/orkfd.ts";
import { krrEntry } from "./leastSquares/krr.ts";
import { rfmEntry } from "./leastSquares/rfm.ts";
import { bfdEntry } from "./fisher/bfd.ts";
import { bfdLinearEntry } from "./fisher/bfdLinear.ts";
import { kfdEntry } from "./leastSquares/kfd.ts";
import { bayesianKfdaEntry } from "./leastSquares/bayesianKfda.ts";
import { bayesianLssvmEntry } from "./leastSquares/bayesianLssvm.ts";
import { gpcEntry } from "./process/gpc.ts";
import { svcEntry } from "./supportVector/svc.ts";
import { klrEntry } from "./process/klr.ts";
import { logisticEntry } from "./logistic/logistic.ts";
import { tsvcEntry } from "./process/tsvc.ts";
import { btsvcEntry } from "./process/btsvc.ts";
import { bkpcEntry } from "./projection/bkpc.ts";
import { bmkcEntry } from "./projection/bmkc.ts";
import { autoEntry } from "./auto/auto.ts";
import type { Model } from "./model.ts";
import type { ModelEntry } from "./modelEntry.ts";
import { readModel } from "./readModel.ts";

export type ModelName =
  | "lda"
  | "qda"
  | "rda"
  | "lssvm"
  | "orkfd"
  | "krr"
  | "rfm"
  | "bfd"
  | "bfd-linear"
  | "bayesian-kfda"
  | "bayesian-lssvm"
  | "gpc"
  | "kfd"
  | "klr"
  | "logistic"
  | "svc"
  | "tsvc"
  | "btsvc"
  | "bkpc"
  | "bmkc"
  | "auto";

/** The models, by the names they have in documents and on the command line. */
export const models: Readonly<Record<ModelName, ModelEntry>> = {
  lda: ldaEntry,
  qda: qdaEntry,
  rda: rdaEntry,
  lssvm: lssvmEntry,
  orkfd: orkfdEntry,
  krr: krrEntry,
  rfm: rfmEntry,
  bfd: bfdEntry,
  "bfd-linear": bfdLinearEntry,
  kfd: kfdEntry,
  "bayesian-kfda": bayesianKfdaEntry,
  "bayesian-lssvm": bayesianLssvmEntry,
  gpc: gpcEntry,
  svc: svcEntry,
  klr: klrEntry,
  logistic: logisticEntry,
  tsvc: tsvcEntry,
  btsvc: btsvcEntry,
  bkpc: bkpcEntry,
  bmkc: bmkcEntry,
  auto: autoEntry,
};

/** A model from its document: a name of the catalogue with its options, or a coupling with the model inside. */
export function modelFromDocument(document: unknown, path = "model"): Model {
  return readModel({ factories: models }, document, path);
}
