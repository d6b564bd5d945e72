// The script of a worker thread: runs the tasks of the library that it is sent.
import workerpool from "workerpool";
import { findTask, runSync } from "../run/runSync.ts";
import { outcomeOf, type Outcome } from "../run/transport.ts";
import { tasks } from "../tasks.ts";

workerpool.worker({
  runTask: (name: string, input: never): Outcome => outcomeOf(() => runSync(findTask(tasks, name)(input), { tasks })),
});
