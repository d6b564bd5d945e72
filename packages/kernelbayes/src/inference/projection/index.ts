export { bandwidth, lengthScaleOf } from "../kernelComponents/bandwidth.ts";
export { expectedUtility, type ExpectedUtility, type SplitErrors } from "../projectionChoice/expectedUtility.ts";
export {
  averagedLogProbabilities,
  drawnLogProbabilities,
  type ProjectionDraws,
} from "../projectionDraws/drawnProbabilities.ts";
export type { ChainDraws, ChainInput, ChainStart } from "./chainDraws.ts";
export type { ProjectionProblem } from "./problem.ts";
export { projectionChain } from "./projectionChain.ts";
