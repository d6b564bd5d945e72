import type { Tasks } from "kernelbayes/executors";
import { componentsTask } from "./componentsTask.ts";
import { drawnRowsTask } from "./drawnRowsTask.ts";
import { keptChainTask } from "./keptChainTask.ts";
import { ripleyTask } from "./ripleyTask.ts";
import { sweepTimeTask } from "./sweepTimeTask.ts";
import { utilityTask } from "./utilityTask.ts";
import { votesTask } from "./votesTask.ts";

/** What workers do for this paper. */
export const bkpcTasks: Tasks = {
  reproduceComponents: componentsTask,
  reproduceDrawnRows: drawnRowsTask,
  reproduceKeptChain: keptChainTask,
  reproduceRipley: ripleyTask,
  reproduceSweepTime: sweepTimeTask,
  reproduceUtility: utilityTask,
  reproduceVotes: votesTask,
};
