import { chainTask } from "./tasks/chainTask.ts";
import { evidenceStartTask } from "./tasks/evidenceStartTask.ts";
import { fisherStartTask } from "./tasks/fisherStartTask.ts";
import { foldTask } from "./tasks/foldTask.ts";
import { latentStartTask } from "./tasks/latentStartTask.ts";
import { machineTask } from "./tasks/machineTask.ts";
import { memberTask } from "./tasks/memberTask.ts";
import type { Tasks } from "../run/executor.ts";
import { softmaxStartTask } from "./tasks/softmaxStartTask.ts";

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
