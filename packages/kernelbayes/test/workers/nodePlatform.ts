import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workerExecutor } from "../../src/node/workerExecutor.ts";
import { builtWorker } from "../node/builtWorker.ts";
import type { Platform } from "./platform.ts";

const folders: string[] = [];
function scriptWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "workers-"));
  folders.push(folder);
  const path = join(folder, "worker.mjs");
  writeFileSync(path, text);
  return path;
}

export const nodePlatform: Platform = {
  workerExecutor,
  builtWorker,
  scriptOf: (body) =>
    scriptWith(
      `import workerpool from ${JSON.stringify(import.meta.resolve("workerpool"))};
       const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
       workerpool.worker({ runTask: (task, input) => { ${body} } });`,
    ),
  scriptServing: (tasks) =>
    scriptWith(
      `import { tasks } from ${JSON.stringify(new URL("executors.js", builtWorker()).href)};
       import { progress } from ${JSON.stringify(new URL("progress.js", builtWorker()).href)};
       import { serveTasks } from ${JSON.stringify(new URL("node.js", builtWorker()).href)};
       serveTasks({ ...tasks, ...${tasks} });`,
    ),
  scriptWith,
  missingScript: join(tmpdir(), "workers", "nowhere.js"),
  removeScripts: () => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })),
};
