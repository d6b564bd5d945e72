import type { Tasks } from "kernelbayes";
import { foldedTask } from "./bfd/foldedTask.ts";
import { projectedTask } from "./bfd/projectedTask.ts";
import { fitTask } from "./fitTask.ts";
import { refitTask } from "./orkfd/refitTask.ts";
import { searchTimeTask } from "./orkfd/searchTimeTask.ts";

/** What workers do for reproductions, by the names that jobs call it by. */
export const reproduceTasks: Tasks = {
  reproduceFit: fitTask,
  reproduceFolded: foldedTask,
  reproduceProjected: projectedTask,
  reproduceSearchTime: searchTimeTask,
  reproduceRefit: refitTask,
};
