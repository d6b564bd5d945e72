import type { Tasks } from "kernelbayes";
import { fitTask } from "./fitTask.ts";
import { refitTask } from "./orkfd/refitTask.ts";
import { searchTimeTask } from "./orkfd/searchTimeTask.ts";

/** What workers do for reproductions, by the names that jobs call it by. */
export const reproduceTasks: Tasks = {
  reproduceFit: fitTask,
  reproduceSearchTime: searchTimeTask,
  reproduceRefit: refitTask,
};
