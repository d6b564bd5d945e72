export { hastieTibshirani } from "./hastieTibshirani.ts";
export { correctForPriors, coupleOneVersusRest, normalizeOneVersusRest } from "./coupleOneVersusRest.ts";
export type { PairwiseCoupling } from "./pairwiseProbabilities.ts";
export { wuLinWeng } from "./wuLinWeng.ts";
