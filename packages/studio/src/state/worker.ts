import type { Back, CallName, Calls, Sent } from "../data/calls.ts";
import { text } from "../text.ts";

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

let address: Promise<string> | undefined;

/** The address of the script of all workers, which is loaded when it is first needed. */
function workerAddress(): Promise<string> {
  address ??= workerText().then((script) => URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  return address;
}

/** From the page itself, where it is one file, else from a module beside it. */
async function workerText(): Promise<string> {
  const packed = document.getElementById("worker-text")?.textContent;
  if (packed === undefined || packed === null) return (await import("virtual:worker-text")).default;
  const bytes = Uint8Array.from(atob(packed.trim()), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
  onProgress: ((progress: unknown) => void) | undefined;
}

/** Starts a worker of the studio. */
export function startClient(): Client {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isEnded = false;
  let worker: Worker | undefined;
  const fail = (problem: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(problem));
    waiting.clear();
  };
  const started = workerAddress().then((script) => {
    if (isEnded) return undefined;
    worker = new Worker(script);
    worker.addEventListener("message", ({ data }: MessageEvent<Back>) => {
      const call = waiting.get(data.id);
      if (!call) return;
      if ("progress" in data) return call.onProgress?.(data.progress);
      waiting.delete(data.id);
      if ("result" in data) call.resolve(data.result as never);
      else call.reject(new Error(data.problem));
    });
    worker.addEventListener("error", ({ message }) => fail(message || text.problems.worker));
    return worker;
  });
  return {
    call: (name, sent, onProgress) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject, onProgress });
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
