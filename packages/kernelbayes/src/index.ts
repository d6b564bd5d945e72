export { InputError, NumericalError, type Place, type Warning } from "./errors.ts";
export type { Matrix } from "./engine/matrix.ts";
export type { Engine } from "./engine/engine.ts";
export type { Kernel, KernelDocument, KernelParameter, ParameterDescription } from "./kernels/kernel.ts";
export type { Objective, Optimum } from "./optimize/optimizer.ts";
export { parallel, progress, type ParallelRequest, type Progress, type Work } from "./run/work.ts";
