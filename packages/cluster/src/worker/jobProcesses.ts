import { fork, type ChildProcess } from "node:child_process";
import { EnvironmentError } from "kernelbayes";
import { folderVariable, type ChildJob, type FromChild, type ToChild } from "./childMessages.ts";

/** Processes that run jobs, one each at a time, so that the worker itself always has time for Redis. */
export interface JobProcesses {
  /** What the processes know: their tasks and engines. */
  describe(): Promise<Extract<FromChild, { kind: "description" }>>;
  /** Runs a job in a process of its own while it lasts. `signal` ends that process at once. */
  run(job: ChildJob, options: RunOptions): Promise<Ran>;
  close(): void;
}

interface RunOptions {
  readonly signal: AbortSignal;
  readonly onFraction: (fraction: number) => void;
}

type Ran =
  | { readonly kind: "outcome"; readonly bytes: Uint8Array }
  | { readonly kind: "damaged"; readonly key: string }
  /** The process ended by itself: memory, a fault in a library, or somebody who killed it. */
  | { readonly kind: "crashed"; readonly reason: string };

/** Milliseconds that a process may take to begin. */
const slowestStart = 60_000;

/** Processes of a script that calls `serveJobs`, which may write into a folder; they are started when they are needed, and used again. */
export function jobProcesses(script: string, folder: string): JobProcesses {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();

  const take = (): ChildProcess => {
    const known = idle.pop();
    if (known) return known;
    const env = { ...process.env, [folderVariable]: folder };
    // The flags of the program are not for its processes.
    const child = fork(script, [], { serialization: "advanced", execArgv: [], env });
    all.add(child);
    child.once("exit", () => {
      all.delete(child);
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
    });
    return child;
  };
  return {
    async describe() {
      const child = take();
      const message = await answer(child, { kind: "describe" }, { limit: slowestStart });
      if (message.kind !== "description") {
        throw new EnvironmentError("no-workers", `Processes for jobs cannot be started: ${describeEnd(message)}.`);
      }
      idle.push(child);
      return message;
    },
    async run(job, { signal, onFraction }) {
      const child = take();
      const message = await answer(child, { kind: "run", ...job }, { signal, onFraction });
      if (message.kind === "ended") return { kind: "crashed", reason: describeEnd(message) };
      idle.push(child);
      if (message.kind === "outcome" || message.kind === "damaged") return message;
      throw new Error(`A process answered a job by "${message.kind}".`);
    },
    close() {
      for (const child of all) child.kill("SIGKILL");
    },
  };
}

interface Ended {
  readonly kind: "ended";
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The first answer to a message that is not about progress, or how the process ended. */
function answer(
  child: ChildProcess,
  question: ToChild,
  { signal, onFraction, limit }: Partial<RunOptions> & { readonly limit?: number },
): Promise<Exclude<FromChild, { kind: "fraction" }> | Ended> {
  const kill = (): void => void child.kill("SIGKILL");
  const timer = limit === undefined ? undefined : setTimeout(kill, limit);
  return new Promise((resolve, reject) => {
    const settle = (message: Exclude<FromChild, { kind: "fraction" }> | Ended): void => {
      clearTimeout(timer);
      child.off("message", onMessage).off("exit", onExit);
      signal?.removeEventListener("abort", kill);
      if (signal?.aborted && message.kind === "ended") reject(signal.reason as Error);
      else resolve(message);
    };
    const onMessage = (message: FromChild): void => {
      if (message.kind === "fraction") onFraction?.(message.fraction);
      else settle(message);
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
      settle({ kind: "ended", code, signal });
    child.on("message", onMessage).on("exit", onExit);
    signal?.addEventListener("abort", kill, { once: true });
    if (signal?.aborted) kill();
    // A process that has just gone reports its end.
    child.send(question, () => {});
  });
}

function describeEnd(message: { readonly kind: string } | Ended): string {
  if (!("code" in message)) return `an unexpected answer "${message.kind}"`;
  return message.signal ? `its process was ended by ${message.signal}` : `its process ended with code ${message.code}`;
}
