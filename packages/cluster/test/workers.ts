import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A worker in a process of its own, of the built package. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly notices: string[];
  /** Ends the process and waits for that. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export interface WorkerProcessOptions {
  readonly url: string;
  readonly slots?: number;
  readonly machine?: string;
  readonly cache?: string;
  readonly service?: string;
  readonly script?: string;
  readonly silence?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const built = new URL("../dist/index.js", import.meta.url);
const folders: string[] = [];
const running = new Set<WorkerProcess>();
// Also where a run of programs is interrupted.
process.once("exit", removeFolders);

/** A folder that `cleanUp` removes: ask for it in a hook or a test, for where all tests are skipped no hook runs. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  folders.push(folder);
  return folder;
}

function removeFolders(): void {
  // A worker that is being killed may still write into its cache.
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Starts a worker and waits until it takes jobs. */
export async function workerProcess(options: WorkerProcessOptions): Promise<WorkerProcess> {
  const { url, env = {}, ...rest } = options;
  const settings = { slots: 1, cache: temporaryFolder(), silence: 2000, ...rest };
  const program = `
    import { clusterAddress, startWorker } from ${JSON.stringify(built.href)};
    const settings = ${JSON.stringify(settings)};
    const onNotice = (notice) => process.send({ notice });
    const worker = await startWorker({ address: clusterAddress(${JSON.stringify(url)}), ...settings, onNotice });
    process.on("SIGTERM", () => void worker.drain());
    // Whoever started it was killed.
    process.on("disconnect", () => void worker.stop());
    process.send({ ready: true });
    await worker.ended;
    if (process.connected) process.disconnect();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  const notices: string[] = [];
  const worker: WorkerProcess = {
    child,
    notices,
    async kill(signal = "SIGKILL") {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, "exit");
      }
      running.delete(worker);
    },
  };
  running.add(worker);
  await new Promise<void>((resolve, reject) => {
    child.on("message", (message: { ready?: true; notice?: string }) => {
      if (message.notice !== undefined) notices.push(message.notice);
      else resolve();
    });
    child.once("exit", (code) => reject(new Error(`A worker ended with code ${code}.`)));
  });
  return worker;
}

/** A script for the processes of jobs that knows the tasks of an object literal. */
export function jobScript(tasks: string): string {
  const path = join(temporaryFolder(), "jobs.mjs");
  writeFileSync(
    path,
    `import { EnvironmentError, InputError } from ${JSON.stringify(import.meta.resolve("kernelbayes"))};
    import { tasks } from ${JSON.stringify(import.meta.resolve("kernelbayes/executors"))};
    import { progress } from ${JSON.stringify(import.meta.resolve("kernelbayes/progress"))};
     import { appendFileSync, readFileSync } from "node:fs";
     import { serveJobs } from ${JSON.stringify(built.href)};
     const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
     serveJobs({ ...tasks, ...${tasks} });`,
  );
  return pathToFileURL(path).pathname;
}

/** Ends all workers. */
export async function killWorkers(): Promise<void> {
  await Promise.all([...running].map((worker) => worker.kill()));
}

/** Ends all workers and removes all folders. */
export async function cleanUp(): Promise<void> {
  await killWorkers();
  removeFolders();
}
