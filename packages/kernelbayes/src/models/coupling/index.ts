export { hastieTibshirani } from "./hastieTibshirani.ts";
export { correctForPriors, coupleOneVersusRest, normalizeOneVersusRest } from "./oneVersusRest.ts";
export type { PairwiseCoupling } from "./pairwise.ts";
export { wuLinWeng } from "./wuLinWeng.ts";
