import type { Tasks } from "kernelbayes";
import { componentsTask } from "./componentsTask.ts";
import { drawnRowsTask } from "./drawnRowsTask.ts";
import { keptChainTask } from "./keptChainTask.ts";
import { ripleyTask } from "./ripleyTask.ts";
import { spectraTask } from "./spectraTask.ts";
import { sweepTimeTask } from "./sweepTimeTask.ts";
import { utilityTask } from "./utilityTask.ts";

/** What workers do for this paper. */
export const bkpcTasks: Tasks = {
  reproduceComponents: componentsTask,
  reproduceDrawnRows: drawnRowsTask,
  reproduceKeptChain: keptChainTask,
  reproduceRipley: ripleyTask,
  reproduceSpectra: spectraTask,
  reproduceSweepTime: sweepTimeTask,
  reproduceUtility: utilityTask,
};
