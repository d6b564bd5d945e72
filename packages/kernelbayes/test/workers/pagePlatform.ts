import workerpoolText from "workerpool/dist/workerpool.js?raw";
import { workerExecutor } from "../../src/browser/workerExecutor.ts";
import type { Platform } from "./platform.ts";

const scriptWith = (text: string): string => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

export const pagePlatform: Platform = {
  workerExecutor,
  builtWorker: () => new URL("../../dist/browserWorker.js", import.meta.url),
  scriptOf: (body) =>
    scriptWith(
      `${workerpoolText}
       const { workerpool } = globalThis;
       const wait = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
       workerpool.worker({ runTask: (task, input) => { ${body} } });`,
    ),
  scriptWith,
  missingScript: new URL("nowhere.js", location.href).href,
};
