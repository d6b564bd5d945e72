// The script of a worker thread that runs experiments beside the tasks of the library.
import { tasks } from "kernelbayes/executors";
import { serveTasks } from "kernelbayes/node";
import { experimentTask } from "./experimentTask.ts";

serveTasks({ ...tasks, experiment: experimentTask });
