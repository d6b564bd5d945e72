// What the processes of a cluster's worker serve: the tasks of reproductions, whose data come along, beside those of the library.
import { tasks } from "kernelbayes/executors";
import { serveJobs, withFolders } from "@kernelbayes/cluster";
import { reproduceTasks } from "./tasks.ts";

serveJobs({ ...tasks, ...withFolders(reproduceTasks) });
