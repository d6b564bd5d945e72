// The script of the processes that run jobs: the tasks of the library and of experiments.
import { tasks } from "kernelbayes/executors";
import { experimentTask } from "@kernelbayes/experiment/node";
import { serveJobs } from "./serveJobs.ts";
import { withFolders } from "./withFolders.ts";

serveJobs({ ...tasks, ...withFolders({ experiment: experimentTask }) });
