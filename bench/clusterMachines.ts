import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "./benchmark.ts";

/** A Redis and workers on this machine, each worker as if it were a machine of its own: one job at a time, and its own folder of large data. */
export interface Machines {
  readonly url: string;
  /** What Redis has done so far. */
  redis(): RedisFigures;
  /** CPU seconds of all workers so far, their processes included. */
  workerSeconds(): number;
  /** The most memory of a process of the workers, in megabytes. */
  workerMemory(): number;
  /** Bytes of large data that each worker has fetched. */
  fetched(): readonly number[];
  stop(): Promise<void>;
}

export interface RedisFigures {
  readonly seconds: number;
  readonly commands: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly peakMegabytes: number;
}

const command = fileURLToPath(new URL("../packages/cli/dist/kernelbayes.js", import.meta.url));

/** Starts so many workers around a Redis of their own on free ports of this machine. */
export async function machines(count: number): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), "bench-cluster-"));
  const port = await freePort();
  const redis = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder], {
    stdio: "ignore",
  });
  const url = `redis://127.0.0.1:${port}`;
  const cacheOf = (number: number): string => join(folder, `cache-${number}`);
  const numbers = Array.from({ length: count }, (_, number) => number + 1);
  const workers: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of [...workers, redis]) {
      child.kill(child === redis ? "SIGKILL" : "SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await begun(redis, port);
    await Promise.all(
      numbers.map((number) => {
        const child = startWorker([
          "--cluster",
          url,
          "--slots",
          "1",
          "--name",
          `m${number}`,
          "--cache",
          cacheOf(number),
        ]);
        workers.push(child);
        return ready(child);
      }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const processes = (): number[] => workers.flatMap(({ pid }) => treeOf(pid!));
  return {
    url,
    redis: () => redisFigures(port),
    workerSeconds: () => processes().reduce((sum, pid) => sum + secondsOf(pid), 0),
    workerMemory: () => Math.max(...processes().map(peakMegabytesOf)),
    fetched: () =>
      numbers.map((number) => {
        const names = readdirSync(cacheOf(number), { withFileTypes: true }).filter((entry) => entry.isFile());
        return names.reduce((sum, { name }) => sum + readFileSync(join(cacheOf(number), name)).length, 0);
      }),
    stop,
  };
}

/** A worker, as users start it. */
function startWorker(words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [command, "worker", ...words], { stdio: ["ignore", "pipe", "inherit"] });
}

/** Waits until a worker takes jobs. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (data) => String(data).includes("works for") && resolve());
    child.once("exit", (code) => reject(new Error(`A worker ended with code ${code}.`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function begun(child: ChildProcess, port: number): Promise<void> {
  // A program that could not be started has no number, and says so by an error.
  child.once("error", () => undefined);
  for (let attempt = 0; child.pid !== undefined && attempt < 200; attempt++) {
    if (spawnSync("redis-cli", ["-p", String(port), "ping"], { encoding: "utf8" }).stdout?.startsWith("PONG")) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UsageError("There is no redis-server with redis-cli. On Debian: apt-get install redis-server");
}

function redisFigures(port: number): RedisFigures {
  const { stdout } = spawnSync("redis-cli", ["-p", String(port), "info", "all"], { encoding: "utf8" });
  const of = (name: string): number => Number(new RegExp(`^${name}:(.*)\r?$`, "m").exec(stdout)?.[1]);
  return {
    seconds: of("used_cpu_user") + of("used_cpu_sys"),
    commands: of("total_commands_processed"),
    bytesIn: of("total_net_input_bytes"),
    bytesOut: of("total_net_output_bytes"),
    peakMegabytes: of("used_memory_peak") / 1024 ** 2,
  };
}

/** A process and those that it has started. */
function treeOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid, ...(text === "" ? [] : text.split(" ").flatMap((child) => treeOf(Number(child))))];
}

function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Hundredths of a second on every Linux that Node runs on.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function peakMegabytesOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
