// npm run test:chaos: runs that go through everything that can happen to machines, and must end with every result, each once.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { proxyTo } from "../proxy.ts";
import { hasRedis, redisServer, type RedisServer } from "../redisServer.ts";
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

const scenes: Readonly<Record<string, (scene: Scene) => Promise<number>>> = {
  "workers killed": async (scene) => {
    const crew = await Promise.all([1, 2, 3].map(() => scene.worker()));
    const run = begin(scene.plan);
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
    if (killed < kills) throw new Error(`The run was over after ${killed} of ${kills} kills: it needs more jobs.`);
    return killed;
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
    return killed;
  },
  "network of a worker cut": async (scene) => {
    const proxy = await proxyTo(scene.redis.port);
    const cut = scene.url.replace(String(scene.redis.port), String(proxy.port));
    await Promise.all([scene.worker(), scene.worker(cut)]);
    await duringCut(scene, proxy, scene.url);
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
  return count;
}

async function duringCut(
  { plan, done }: Scene,
  proxy: Awaited<ReturnType<typeof proxyTo>>,
  url: string,
): Promise<void> {
  const run = begin({ ...plan, url });
  await until(() => done() >= 0.3 * plan.count);
  proxy.cut();
  await pause(cutSeconds * 1000);
  proxy.mend();
  await run.end();
  await proxy.stop();
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
  for (const [name, play] of Object.entries(scenes)) {
    if (options.only !== undefined && !name.startsWith(options.only)) continue;
    const folder = temporaryFolder();
    const redis = await redisServer();
    const url = `${redis.url}?prefix=chaos`;
    const file = join(folder, "results.jsonl");
    // Enough to outlast the kills.
    const count = name === "workers killed" ? 40 * kills : 240;
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
      const found = `${plan.count} of ${plan.count} results, each once; ${again} jobs ran again; ${seconds} s`;
      process.stdout.write(`${name}, ${times} times: ${found}\n`);
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
