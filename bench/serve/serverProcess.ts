import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("dist/kernelbayes.js", import.meta.resolve("@kernelbayes/cli/package.json")));

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** CPU microseconds of the process and its threads so far; NaN where the system does not say. */
  cpu(): number;
  /** Bytes of its resident set; NaN where the system does not say. */
  memory(): number;
  /** What it has complained about. */
  complaints(): string;
  /** Ends it, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Clock ticks of Linux in a second, which are as many on every machine that runs Node. */
const ticks = 100;

/** Starts a program that prints where it listens, as `at http://…` or `on http://…`. */
export async function startProcess(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...environment } });
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said = `${said}${chunk.toString()}`.slice(-20_000);
      const [, found] = /\b(?:at|on) (http:\/\/[\w.]+:\d+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    for (const output of [child.stdout, child.stderr]) output.on("data", hear);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${program} ended with ${code}: ${said}`)));
  });
  const stat = (): readonly string[] => {
    const text = readFileSync(`/proc/${child.pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  };
  return {
    url,
    child,
    cpu: () => unlessGone(() => ((Number(stat()[11]) + Number(stat()[12])) / ticks) * 1e6),
    memory: () =>
      unlessGone(() => 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1])),
    complaints: () => said,
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, "exit")) as [number | null];
      return code;
    },
  };
}

/** Starts `kernelbayes serve` on a free port. */
export function startKernelbayes(words: readonly string[]): Promise<ServerProcess> {
  return startProcess(process.execPath, [command, "serve", "--port", "0", "--log", "warn", ...words]);
}

function unlessGone(read: () => number): number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}
