export { beta, exponential, gamma, logGammaVariate, inverseGamma } from "./gamma.ts";
export { inverseWishartFactor, wishartFactor } from "./wishartFactor.ts";
export { multivariateNormal, normal } from "./normal.ts";
export { permutation } from "./permutation.ts";
export { polyaGamma, polyaGammaMean, polyaGammaVariance } from "./polyaGamma.ts";
export { stream, streamAt, type ResumableStream, type Stream } from "./stream.ts";
export { truncatedGamma } from "./truncatedGamma.ts";
