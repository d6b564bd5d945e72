export {
  chiSquareCdf,
  incompleteGammaLower,
  incompleteGammaUpper,
  logIncompleteGammaLower,
  logIncompleteGammaUpper,
} from "./incompleteGammaLower.ts";
export { digamma, logGamma } from "./logGamma.ts";
export { erf, erfc, erfcx } from "./erf.ts";
export { faddeeva, type Complex } from "./faddeeva.ts";
export { fisherFCdf, incompleteBeta, logIncompleteBeta, studentTCdf } from "./incompleteBeta.ts";
export { gaussHermite } from "./gaussHermite.ts";
export { gaussLegendre, type QuadratureRule } from "./gaussLegendre.ts";
export { log1mExp, log1pExp, logSumExp, minusLog1p } from "./logSumExp.ts";
export { logNormalCdf, normalCdf, normalQuantile, normalQuantileOfLog } from "./normalCdf.ts";
export { quantile, quantileOfSorted } from "./quantile.ts";
export { romberg, type Integral, type RombergOptions } from "./romberg.ts";
export { logit, logSigmoid, sigmoid } from "./sigmoid.ts";
