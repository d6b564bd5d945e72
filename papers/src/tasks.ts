import type { Tasks } from "kernelbayes/executors";
import { foldedTask } from "./bfd/foldedTask.ts";
import { overlayTask } from "./bfd/overlayTask.ts";
import { projectedTask } from "./bfd/projectedTask.ts";
import { bkpcTasks } from "./bkpc/tasks.ts";
import { lineTask } from "./btsvc/lineTask.ts";
import { planeTask } from "./btsvc/planeTask.ts";
import { supportTask } from "./btsvc/supportTask.ts";
import { surfaceTask } from "./btsvc/surfaceTask.ts";
import { timedFitTask } from "./btsvc/timedFitTask.ts";
import { fitTask } from "./fitTask.ts";
import { refitTask } from "./orkfd/refitTask.ts";
import { searchTimeTask } from "./orkfd/searchTimeTask.ts";

/** What workers do for reproductions, by the names that jobs call it by. */
export const reproduceTasks: Tasks = {
  reproduceFit: fitTask,
  ...bkpcTasks,
  reproduceFolded: foldedTask,
  reproduceLine: lineTask,
  reproducePlane: planeTask,
  reproduceOverlay: overlayTask,
  reproduceProjected: projectedTask,
  reproduceSupport: supportTask,
  reproduceSurface: surfaceTask,
  reproduceTimedFit: timedFitTask,
  reproduceSearchTime: searchTimeTask,
  reproduceRefit: refitTask,
};
