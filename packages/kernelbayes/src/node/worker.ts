// The script of a worker thread: runs the tasks of the library that it is sent.
import { giveClock } from "../run/threadClock.ts";
import { tasks } from "../fit/tasks.ts";
import { serveTasks } from "./serveTasks.ts";

giveClock(() => performance.now() / 1000);
serveTasks(tasks);
