// What the benchmarks of the project measure inside the library. Built with the other entries, since there must be one copy of the
// library in a process, but no part of the package: neither its exports nor its files name it, and no version promises anything about it.
export { supportedBuilds } from "./engine/wasm/index.ts";
export { fisherContrasts } from "./rows/fisherContrasts.ts";
export { kernelOnRows } from "./rows/kernel/kernelOnRows.ts";
export { contrastAt, fisherPosterior } from "./models/fisher/posterior/fisherPosterior.ts";
export { evaluateFisher, type FisherTask } from "./models/fisher/evidence/evaluateFisher.ts";
export { medianSquaredDistance } from "./search/searchBounds.ts";
export { kernelRows, wholeKernelRows } from "./rows/kernel/kernelRows.ts";
export type { SignedRows } from "./models/process/latent/latentApproximation.ts";
export { formExpansion } from "./models/leastSquares/expansion/formExpansion.ts";
export { minimalOptimization } from "./models/supportVector/minimalOptimization.ts";
export { trigonometricLaplace } from "./models/process/margin/marginLaplace.ts";
export { trigonometricLoss, type MarginMode } from "./models/process/margin/marginMode.ts";
export { newtonMode } from "./models/process/margin/newtonMode.ts";
export { behindOnes } from "./models/projection/projectionBasis.ts";
export { randomMatrix } from "./testing/matrices.ts";
export { backgroundRows } from "./explain/backgroundRows.ts";
export { encodeChecked } from "./posterior/posterior.ts";
