/** Engines of linear algebra: which there are, which one is chosen, and how they are made. */
export type {
  CholeskyOptions,
  CholeskyResult,
  Eigen,
  Engine,
  IncompleteCholesky,
  Qr,
  RoomOptions,
  Svd,
  TransposeOptions,
  TriangularOptions,
} from "../engine/engine.ts";
export { matrix, type Matrix } from "../engine/matrix.ts";
export { referenceEngine } from "../engine/reference/index.ts";
export { chooseEngine, engineNames, registerEngine, selectEngine, type EngineChoice } from "../engine/selectEngine.ts";
export { createWasmEngine, loadWasmEngine, type WasmBuild, type WasmEngineOptions } from "../engine/wasm/index.ts";
