// The whole library and its web workers as one module without imports, for pages that no bundler has touched.
export * from "../index.ts";
export * from "./index.ts";
export * from "../compare/index.ts";
export * from "../data/index.ts";
export * from "../diagnose/index.ts";
export * from "../entries/engine.ts";
export * from "../entries/errors.ts";
export * from "../entries/evaluate.ts";
export * from "../entries/executors.ts";
export * from "../entries/models.ts";
export * from "../entries/numeric.ts";
export * from "../entries/progress.ts";
export * from "../entries/table.ts";
export * from "../kernels/index.ts";
export * from "../optimize/index.ts";
export type { LoadOptions } from "../fit/restorePosterior.ts";
