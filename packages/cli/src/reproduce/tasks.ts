import type { Tasks } from "kernelbayes";
import { fitTask } from "./fitTask.ts";

/** What workers do for reproductions, by the names that jobs call it by. */
export const reproduceTasks: Tasks = { reproduceFit: fitTask };
