import type { Back, CallName, Calls, Sent } from "../data/calls.ts";
import { text } from "../text.ts";
import { embedded } from "./embedded.ts";

/** A worker that answers calls. */
export interface Client {
  call<Name extends CallName>(
    name: Name,
    sent: Calls[Name]["sent"],
    onProgress?: (progress: unknown) => void,
  ): Promise<Calls[Name]["back"]>;
  /** Ends the worker at once, whatever it does; calls that wait never return. */
  end(): void;
}

let script: Promise<Blob> | undefined;

/** The script of all workers, which is loaded when it is first needed. */
export function workerScript(): Promise<Blob> {
  script ??= workerText().then((content) => new Blob([content], { type: "text/javascript" }));
  return script;
}

/** From the page itself, where it is one file, else from a module beside it. */
async function workerText(): Promise<string> {
  return (await embedded("worker-text")) ?? (await import("virtual:worker-text")).default;
}

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
  onProgress: ((progress: unknown) => void) | undefined;
}

/** A worker of the studio, which starts with the first call: until then the first screen needs none of the code that fits. */
export function startClient(): Client {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isEnded = false;
  let worker: Worker | undefined;
  const fail = (problem: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(problem));
    waiting.clear();
  };
  let started: Promise<Worker | undefined> | undefined;
  const start = async (): Promise<Worker | undefined> => {
    const blob = await workerScript();
    if (isEnded) return undefined;
    const address = URL.createObjectURL(blob);
    worker = new Worker(address);
    worker.addEventListener("message", ({ data }: MessageEvent<Back>) => {
      URL.revokeObjectURL(address);
      const call = waiting.get(data.id);
      if (!call) return;
      if ("progress" in data) return call.onProgress?.(data.progress);
      waiting.delete(data.id);
      if ("result" in data) call.resolve(data.result as never);
      else call.reject(new Error(data.problem));
    });
    worker.addEventListener("error", ({ message }) => fail(message || text.problems.worker));
    return worker;
  };
  return {
    call: (name, sent, onProgress) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject, onProgress });
        started ??= start();
        started.then(
          (ready) => ready?.postMessage({ id, name, sent } satisfies Sent),
          (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
        );
      }),
    end() {
      isEnded = true;
      worker?.terminate();
      waiting.clear();
    },
  };
}
