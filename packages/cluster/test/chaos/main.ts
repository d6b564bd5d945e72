// npm run test:chaos: runs that go through everything that can happen to machines, and must end with every result, each once.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { clusterAddress } from "../../src/address.ts";
import { clusterStatus } from "../../src/clusterStatus.ts";
import { proxyTo } from "../proxy.ts";
import { hasRedis, redisServer, redisVersion, type RedisServer } from "../redisServer.ts";
import { cleanUp, jobScript, temporaryFolder, workerProcess, type WorkerProcess } from "../workers.ts";
import { chaosTasks, expectedOutput, type ChaosPlan } from "./plan.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    kills: { type: "string", default: "20" },
    cut: { type: "string", default: "60" },
  },
});
const [kills, cutSeconds] = [Number(options.kills), Number(options.cut)];
const random = randomFrom(Number(options.seed));
const service = "chaos";

interface Scene {
  readonly redis: RedisServer;
  readonly url: string;
  readonly plan: ChaosPlan;
  /** Begins one more worker. */
  worker(url?: string): Promise<WorkerProcess>;
  /** Results so far. */
  done(): number;
}

/** What happens, and how often it did; an error if that is not as often as it should. */
const scenes: Readonly<Record<string, (scene: Scene) => Promise<number>>> = {
  "workers killed": async (scene) => {
    const crew = await Promise.all([1, 2, 3].map(() => scene.worker()));
    const run = begin(scene.plan);
    await until(() => run.isOver() || scene.done() > 0);
    let killed = 0;
    while (!run.isOver() && killed < kills) {
      await pause(500 + 1000 * random());
      // Those that begin are spared until they have begun.
      const [victim] = crew.splice(Math.floor(random() * crew.length), 1);
      if (!victim) continue;
      await victim.kill();
      killed++;
      void scene.worker().then((worker) => crew.push(worker));
    }
    await run.end();
    return enough(killed, kills);
  },
  "Redis restarted with its data": (scene) => restarts(scene, true),
  "Redis restarted without its data": (scene) => restarts(scene, false),
  "coordinator killed and resumed": async (scene) => {
    await Promise.all([scene.worker(), scene.worker()]);
    let killed = 0;
    for (const share of [0.2, 0.5, 0.8]) {
      const run = begin(scene.plan);
      await until(() => run.isOver() || scene.done() >= share * scene.plan.count);
      if (run.isOver()) break;
      await run.kill();
      killed++;
    }
    await begin(scene.plan).end();
    return enough(killed, 3);
  },
  "network of a worker cut": async (scene) => {
    const proxy = await proxyTo(scene.redis.port);
    const cut = scene.url.replace(String(scene.redis.port), String(proxy.port));
    const worker = await scene.worker(cut);
    await scene.worker();
    await duringCut(scene, proxy, scene.url, async (run) => {
      const { pid } = worker.child;
      const jobsDone = async (): Promise<number> => {
        const { workers } = await clusterStatus(clusterAddress(scene.url));
        return workers.find((one) => one.process === pid)?.done ?? 0;
      };
      let before = 0;
      // It was forgotten, and announces itself again with what it had done before.
      while (!run.isOver() && before === 0) before = await jobsDone();
      while (!run.isOver() && (await jobsDone()) <= before) await pause(100);
      if (run.isOver()) throw new Error("The worker did no more jobs after its network was mended.");
    });
    return 1;
  },
  "network of the coordinator cut": async (scene) => {
    const proxy = await proxyTo(scene.redis.port);
    await Promise.all([scene.worker(), scene.worker()]);
    await duringCut(scene, proxy, scene.url.replace(String(scene.redis.port), String(proxy.port)));
    return 1;
  },
};

async function restarts({ redis, plan, worker, done }: Scene, keepData: boolean): Promise<number> {
  await Promise.all([worker(), worker()]);
  const run = begin(plan);
  let count = 0;
  for (const share of [0.25, 0.6]) {
    await until(() => run.isOver() || done() >= share * plan.count);
    if (run.isOver()) break;
    await redis.restart({ keepData, pause: 1500 });
    count++;
  }
  await run.end();
  return enough(count, 2);
}

async function duringCut(
  { plan, done }: Scene,
  proxy: Awaited<ReturnType<typeof proxyTo>>,
  url: string,
  afterwards: (run: Run) => Promise<void> = async () => {},
): Promise<void> {
  const run = begin({ ...plan, url });
  await until(() => run.isOver() || done() >= 40);
  proxy.cut();
  await pause(cutSeconds * 1000);
  if (run.isOver()) throw new Error("The run was over before the network was mended: it needs more jobs.");
  proxy.mend();
  await afterwards(run);
  await run.end();
  await proxy.stop();
}

function enough(times: number, wanted: number): number {
  if (times >= wanted) return times;
  throw new Error(`The run was over after ${times} of ${wanted} events: it needs more jobs.`);
}

interface Run {
  isOver(): boolean;
  kill(): Promise<void>;
  /** Waits for the end, which must be a good one. */
  end(): Promise<void>;
}

/** Begins a coordinator. */
function begin(plan: ChaosPlan): Run {
  const program = fileURLToPath(new URL("coordinator.ts", import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", program, JSON.stringify(plan)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    isOver,
    async kill() {
      child.kill("SIGKILL");
      if (!isOver()) await once(child, "exit");
    },
    async end() {
      if (!isOver()) await once(child, "exit");
      if (child.exitCode !== 0) throw new Error(`The coordinator ended with code ${child.exitCode}.`);
    },
  };
}

/** Whether all results are there, each once; how often jobs ran beyond that. */
function judge({ file, note, count }: ChaosPlan): { readonly again: number } {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  const results = lines.map((line) => JSON.parse(line) as { readonly key: string; readonly output: number });
  const byNumber = new Map(results.map(({ key, output }) => [(JSON.parse(key) as { number: number }).number, output]));
  if (byNumber.size !== count) throw new Error(`${count - byNumber.size} of ${count} results were lost.`);
  if (results.length !== count) throw new Error(`${results.length - count} results were counted twice.`);
  for (const [number, output] of byNumber) {
    if (output !== expectedOutput(number))
      throw new Error(`Job ${number} gave ${output}, not ${expectedOutput(number)}.`);
  }
  return { again: readFileSync(note, "utf8").split("\n").length - 1 - count };
}

if (!hasRedis) {
  process.stdout.write("SKIPPED: there is no redis-server.\n");
} else {
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(1));
  process.stdout.write(`${redisVersion()}\n\n`);
  process.stdout.write("| what happened | times | results, each once | jobs that ran again | s |\n");
  process.stdout.write("| --- | ---: | ---: | ---: | ---: |\n");
  for (const [name, play] of Object.entries(scenes)) {
    if (options.only !== undefined && !name.startsWith(options.only)) continue;
    const folder = temporaryFolder();
    const redis = await redisServer();
    const url = `${redis.url}?prefix=chaos`;
    const file = join(folder, "results.jsonl");
    // Enough to outlast the kills, and a worker that does not notice the cut of another's network.
    const count = { "workers killed": 40 * kills, "network of a worker cut": 240 + 12 * cutSeconds }[name] ?? 240;
    const plan: ChaosPlan = { url, service, file, count, milliseconds: 200, note: join(folder, "note") };
    const script = jobScript(chaosTasks);
    let workers = 0;
    const began = performance.now();
    try {
      const times = await play({
        redis,
        url,
        plan,
        worker: (own = url) =>
          workerProcess({ url: own, service, script, slots: 2, machine: `m${++workers % 3}`, silence: 3000 }),
        done: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0),
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      const { again } = judge(plan);
      process.stdout.write(`| ${[name, times, `${count} of ${count}`, again, seconds].join(" | ")} |\n`);
    } finally {
      await cleanUp();
      await redis.stop();
    }
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(50);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Numbers between 0 and 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = (seed * 7919 + 1) % 2_147_483_647;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
