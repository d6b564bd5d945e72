export { onnxColumns, type OnnxColumns } from "./encodingGraph.ts";
export { exportableModels } from "./modelGraph.ts";
export { onnxModel } from "./onnxModel.ts";
