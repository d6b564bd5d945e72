import { spawn, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

/** What a client saw in a while of asking as fast as it is answered. */
export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds that half of the requests, and ninety-nine in a hundred, took at most. */
  readonly half: number;
  readonly p99: number;
  /** Answers other than 2xx, and requests without an answer. */
  readonly failures: number;
}

export interface Load {
  readonly url: string;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /** A folder for what the client reads. */
  readonly folder: string;
}

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** The client: wrk, which leaves the processors to the server, where it is installed. */
export const client: string = hasWrk ? "wrk" : "autocannon";

/** Sends one body again and again over so many connections. */
export function httpLoad(load: Load): Promise<LoadFigures> {
  return hasWrk ? wrkLoad(load) : autocannonLoad(load);
}

async function wrkLoad({ url, body, connections, seconds, folder }: Load): Promise<LoadFigures> {
  const script = join(folder, "post.lua");
  const lines = [
    'wrk.method = "POST"',
    'wrk.headers["Content-Type"] = "application/json"',
    `wrk.body = ${JSON.stringify(body)}`,
    "function done(summary, latency, requests)",
    "  local e = summary.errors",
    '  io.write(string.format("FIGURES %d %d %f %f %d\\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),',
    "    e.connect + e.read + e.write + e.status + e.timeout))",
    "end",
  ];
  await writeFile(script, lines.join("\n"));
  const output = await outputOf("wrk", [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout",
    "30s",
    "-s",
    script,
    url,
  ]);
  const [, ...figures] = /FIGURES (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+)/.exec(output) ?? [];
  const [requests, microseconds, half, p99, failures] = figures.map(Number);
  return { requests, perSecond: requests / (microseconds / 1e6), half: half / 1000, p99: p99 / 1000, failures };
}

async function autocannonLoad({ url, body, connections, seconds }: Load): Promise<LoadFigures> {
  const program = createRequire(import.meta.url).resolve("autocannon");
  const words = [
    "-j",
    "-n",
    "-m",
    "POST",
    "-H",
    "content-type=application/json",
    "-b",
    body,
    "-c",
    String(connections),
    "-d",
    String(seconds),
  ];
  const { requests, latency, non2xx, errors } = JSON.parse(
    await outputOf(process.execPath, [program, ...words, url]),
  ) as {
    requests: { total: number; average: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  };
  return {
    requests: requests.total,
    perSecond: requests.average,
    half: latency.p50,
    p99: latency.p99,
    failures: non2xx + errors,
  };
}

function outputOf(program: string, words: readonly string[]): Promise<string> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  let [output, complaints] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}: ${complaints}`)),
    );
  });
}
