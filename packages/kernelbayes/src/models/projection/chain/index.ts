export { bandwidth, lengthScaleOf } from "../components/bandwidth.ts";
export { expectedUtility, type ExpectedUtility, type SplitErrors } from "../choice/expectedUtility.ts";
export { averagedLogProbabilities, drawnLogProbabilities, type ProjectionDraws } from "../draws/drawnProbabilities.ts";
export type { ChainDraws, ChainInput } from "./chainInput.ts";
export type { ChainStart } from "./chainState.ts";
export type { ProjectionProblem } from "./projectionProblem.ts";
export { projectionChain } from "./projectionChain.ts";
