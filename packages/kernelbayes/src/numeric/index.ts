export { chiSquareCdf } from "./chiSquareCdf.ts";
export { digamma } from "./digamma.ts";
export { erf, erfc } from "./erf.ts";
export { erfcx } from "./erfcx.ts";
export { faddeeva, type Complex } from "./faddeeva.ts";
export { fisherFCdf } from "./fisherFCdf.ts";
export { gaussHermite } from "./gaussHermite.ts";
export { gaussLegendre, type QuadratureRule } from "./gaussLegendre.ts";
export { incompleteBeta, logIncompleteBeta } from "./incompleteBeta.ts";
export {
  incompleteGammaLower,
  incompleteGammaUpper,
  logIncompleteGammaLower,
  logIncompleteGammaUpper,
} from "./incompleteGammaLower.ts";
export { log1mExp, log1pExp, logSumExp, minusLog1p } from "./logSumExp.ts";
export { logGamma } from "./logGamma.ts";
export { logNormalCdf } from "./logNormalCdf.ts";
export { normalCdf } from "./normalCdf.ts";
export { normalQuantile, normalQuantileOfLog } from "./normalQuantile.ts";
export { quantile, quantileOfSorted } from "./quantile.ts";
export { romberg, type Integral, type RombergOptions } from "./romberg.ts";
export { logit, logSigmoid, sigmoid } from "./sigmoid.ts";
export { studentTCdf } from "./studentTCdf.ts";
