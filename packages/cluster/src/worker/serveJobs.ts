import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type Tasks,
  everySoOften,
  giveClock,
  outcomeOf,
  packData,
  putBack,
  taskOutcome,
  unpackData,
} from "kernelbayes/executors";
// Makes the native engine known.
import "kernelbayes/node";
import { engineBuilds } from "../engineBuilds.ts";
import type { ChildJob, FromChild, ToChild } from "./childMessages.ts";

/**
 * Makes the script that calls it one that workers of a cluster run jobs in: a process that knows the given tasks, and nothing else of what a job
 * asks for. The worker is started with the script.
 *
 * @example
 * serveJobs({ ...tasks, square }); // in jobs.js
 * await startWorker({ address, service: "squares", script: new URL("jobs.js", import.meta.url) }); // in worker.js
 */
export function serveJobs(tasks: Tasks): void {
  const worker = process.ppid;
  // Where the worker was killed, nobody waits for an answer; while a task runs, this is the only sign of it.
  const leave = (): never => process.exit(0);
  const send = (message: FromChild): void => {
    if (process.ppid !== worker) leave();
    process.send?.(message, undefined, undefined, (error) => error && leave());
  };
  const kept = partsInMemory();
  giveClock(() => performance.now() / 1000);
  process.on("message", (message: ToChild) => {
    if (message.kind === "describe") {
      send({ kind: "description", tasks: Object.keys(tasks), engines: engineBuilds() });
      return;
    }
    const answer = answerOf(tasks, message, kept, (fraction) => send({ kind: "fraction", fraction }));
    send(answer);
  });
  process.on("disconnect", leave);
  // Ctrl-C goes to the whole group; the worker decides what becomes of its jobs.
  process.on("SIGINT", () => {});
}

type Kept = ReturnType<typeof partsInMemory>;

/** The packed outcome of a job. What is wrong with its input is an outcome, too: it is so on every machine. */
function answerOf(tasks: Tasks, job: ChildJob, kept: Kept, onFraction: (fraction: number) => void): FromChild {
  const values = new Map<string, unknown>();
  for (const { key, path } of job.parts) {
    const part = kept.get(key, path);
    if (!part) return { kind: "damaged", key };
    values.set(key, part.value);
  }
  kept.makeRoom(job.room);
  process.env.KERNELBAYES_ENGINE = job.engine;
  const report = everySoOften(onFraction, () => performance.now() / 1000);
  const packed = outcomeOf(() => {
    const bytes = typeof job.input === "string" ? readFileSync(job.input) : job.input;
    const parts = Object.fromEntries(job.parts.map(({ place, key }) => [place, key]));
    const input = putBack({ input: unpackData(bytes), parts }, (key) => values.get(key));
    return packData(taskOutcome(tasks, job.task, input, report), "The output of a task");
  });
  return { kind: "outcome", bytes: packed.ok ? (packed.output as Uint8Array) : packData(packed) };
}

/** Large parts of inputs, kept for the next job, the last used first. */
function partsInMemory(): {
  get(key: string, path: string): { readonly value: unknown } | undefined;
  makeRoom(room: number): void;
} {
  const parts = new Map<string, { readonly value: unknown; readonly size: number }>();
  return {
    get(key, path) {
      const part = parts.get(key) ?? readPart(key, path);
      if (!part) return undefined;
      parts.delete(key);
      parts.set(key, part);
      return part;
    },
    makeRoom(room) {
      let total = 0;
      for (const [key, { size }] of [...parts].toReversed()) {
        total += size;
        if (total > room) parts.delete(key);
      }
    },
  };
}

/** The data of a file; undefined if it is not there, or not the one that its key promises. */
function readPart(key: string, path: string): { readonly value: unknown; readonly size: number } | undefined {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (createHash("sha256").update(bytes).digest("hex") !== key) return undefined;
  return { value: unpackData(bytes), size: bytes.length };
}
