export { ensure, type Check } from "./check.ts";
export { engineBattery } from "./engineBattery.ts";
export { kernelBattery, type KernelBatteryOptions, type KernelLimit } from "./kernelBattery.ts";
export { modelBattery, modelChecks, type ModelBattery, type ModelBatteryOptions } from "./modelBattery.ts";
export type { ModelCheck, Trial } from "./model/trial.ts";
export { optimizerBattery, type OptimizerMember } from "./optimizerBattery.ts";
