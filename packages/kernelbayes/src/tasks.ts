import { chainTask } from "./chainTask.ts";
import { evidenceStartTask } from "./evidenceStartTask.ts";
import { fisherStartTask } from "./fisherStartTask.ts";
import { foldTask } from "./foldTask.ts";
import { latentStartTask } from "./latentStartTask.ts";
import { machineTask } from "./machineTask.ts";
import { memberTask } from "./memberTask.ts";
import type { Tasks } from "./run/executor.ts";
import { softmaxStartTask } from "./softmaxStartTask.ts";

/** Everything that may be sent to a worker, by name. */
export const tasks: Tasks = {
  chain: chainTask,
  evidenceStart: evidenceStartTask,
  fisherStart: fisherStartTask,
  fold: foldTask,
  halfChain: chainTask,
  latentStart: latentStartTask,
  leftOutChain: chainTask,
  machine: machineTask,
  member: memberTask,
  softmaxStart: softmaxStartTask,
};
