import { likelihoodSums } from "../models/logistic/modeWithOthers.ts";
import { basisSums } from "../models/parts/basisSums.ts";
import { classSums } from "../models/parts/classSums.ts";
import { chainTask } from "./tasks/chainTask.ts";
import { foldTask } from "./tasks/foldTask.ts";
import { machineTask } from "./tasks/machineTask.ts";
import { memberTask } from "./tasks/memberTask.ts";
import { predictTask } from "./tasks/predictTask.ts";
import type { Tasks } from "../run/executor.ts";
import { startTask } from "./tasks/startTask.ts";

/** Everything that may be sent to a worker, by name. */
export const tasks: Tasks = {
  basisSums,
  chain: chainTask,
  classSums,
  fold: foldTask,
  halfChain: chainTask,
  leftOutChain: chainTask,
  likelihoodSums,
  machine: machineTask,
  member: memberTask,
  predict: predictTask,
  start: startTask,
};
