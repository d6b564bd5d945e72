import workerpoolText from "workerpool/dist/workerpool.js?raw";
import { workerExecutor } from "../../src/browser/workerExecutor.ts";
import type { Platform } from "./platform.ts";

const scripts: string[] = [];
function scriptWith(text: string): string {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  scripts.push(address);
  return address;
}

const builtWorker = (): URL => new URL("../../dist/browserWorker.js", import.meta.url);

export const pagePlatform: Platform = {
  workerExecutor,
  builtWorker,
  scriptOf: (body) =>
    scriptWith(
      `${workerpoolText}
       const { workerpool } = globalThis;
       const wait = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
       workerpool.worker({ runTask: (task, input) => { ${body} } });`,
    ),
  scriptServing: (tasks) =>
    scriptWith(
      `import { progress, serveTasks, tasks } from ${JSON.stringify(new URL("standalone.js", builtWorker()).href)};
       serveTasks({ ...tasks, ...${tasks} });`,
    ),
  scriptWith,
  missingScript: new URL("nowhere.js", location.href).href,
  removeScripts: () => scripts.splice(0).forEach((address) => URL.revokeObjectURL(address)),
};
