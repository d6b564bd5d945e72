// The script of the studio's workers. Started with #pool it runs tasks of the library for another worker, else it answers the page.
import { tasks, giveClock } from "kernelbayes/executors";
import { serveTasks } from "kernelbayes/browser";
import { serveCalls } from "./serveCalls.ts";

giveClock(() => performance.now() / 1000);
if (location.hash === "#pool") serveTasks(tasks);
else serveCalls();
