// The script of a web worker: runs the tasks of the library that it is sent.
import { tasks } from "../tasks.ts";
import { serveTasks } from "./serveTasks.ts";

serveTasks(tasks);
