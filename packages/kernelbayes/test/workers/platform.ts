import type { Executor } from "../../src/run/executor.ts";
import type { WorkerExecutorOptions } from "../../src/run/poolExecutor.ts";

/** What tests of workers need of the place they run in. */
export interface Platform {
  workerExecutor(options?: WorkerExecutorOptions): Executor;
  /** The script of the library's workers, as it is built. */
  builtWorker(): URL;
  /** A script for workers that answer by the body of a function of `task` and `input`, in which `wait(ms)` blocks. */
  scriptOf(body: string): string;
  /** A script that serves the tasks of the library and those of an object literal, by the built package. */
  scriptServing(tasks: string): string;
  /** A script with that text. */
  scriptWith(text: string): string;
  /** The name of a script that does not exist. */
  readonly missingScript: string;
  /** Removes the scripts that were made so far; a test file calls it at its end. */
  removeScripts(): void;
}

/** Threads in Node, web workers in a page. */
export const platform: Platform =
  typeof window === "undefined"
    ? (await import("./nodePlatform.ts")).nodePlatform
    : (await import("./pagePlatform.ts")).pagePlatform;
