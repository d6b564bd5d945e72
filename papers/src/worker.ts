// What a worker thread serves: the tasks of reproductions beside those of the library.
import { tasks } from "kernelbayes/executors";
import { serveTasks } from "kernelbayes/node";
import { reproduceTasks } from "./tasks.ts";

serveTasks({ ...tasks, ...reproduceTasks });
