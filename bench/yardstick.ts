import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("engineYardstick.py", import.meta.url));

/** scipy in a process of its own, which times one operation at a time. */
export interface Yardstick {
  readonly description: string;
  /** CPU milliseconds of one run; undefined where scipy has no counterpart. */
  time(operation: string, n: number): Promise<number | undefined>;
  close(): void;
}

/** Starts each of these Pythons that can import scipy; those that turn out to be the same count once. */
export async function startYardsticks(
  candidates: readonly string[] = ["python3", "/usr/bin/python3"],
): Promise<Yardstick[]> {
  const present = candidates.filter((command) => spawnSync(command, ["-c", "import numpy, scipy.linalg"]).status === 0);
  const started = await Promise.all(present.map(start));
  const isFirst = started.map(
    ({ description }, i) => started.findIndex((other) => other.description === description) === i,
  );
  started.forEach((yardstick, i) => isFirst[i] || yardstick.close());
  return started.filter((_, i) => isFirst[i]);
}

async function start(python: string): Promise<Yardstick> {
  const child: ChildProcessWithoutNullStreams = spawn(python, [script]);
  child.stderr.pipe(process.stderr);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request: string): Promise<string> => {
    child.stdin.write(`${request}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error(`The yardstick ended at "${request}".`);
    return value;
  };
  return {
    description: await ask("describe"),
    async time(operation, n) {
      const answer = await ask(`${operation} ${n}`);
      return answer === "-" ? undefined : Number(answer);
    },
    close() {
      child.stdin.end();
    },
  };
}
