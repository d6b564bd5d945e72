import type { Tasks } from "./executor.ts";
import { findTask, runSync } from "./runSync.ts";
import { outcomeOf, type Outcome } from "./outcomeOf.ts";

/** What a worker answers to: "runTask" with the name of a task and its input. */
export function taskMethods(tasks: Tasks): { runTask(name: string, input: never): Outcome } {
  return { runTask: (name, input) => outcomeOf(() => runSync(findTask(tasks, name)(input), { tasks })) };
}
