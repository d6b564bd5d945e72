import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Engine } from "kernelbayes/engine";
import { startLineProcess } from "./lineProcess.ts";

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

/** The scipy that calls the same library as the engine, where there is one; otherwise the first. */
export function yardstickOf({ name }: Engine, yardsticks: readonly Yardstick[]): Yardstick | undefined {
  const library = /^native ([^,]*)/.exec(name)?.[1];
  const same = yardsticks.find(({ description }) => library !== undefined && description.endsWith(`, ${library}`));
  return same ?? yardsticks[0];
}

async function start(python: string): Promise<Yardstick> {
  const { ask, close } = startLineProcess(python, [script]);
  return {
    description: await ask("describe"),
    async time(operation, n) {
      const answer = await ask(`${operation} ${n}`);
      return answer === "-" ? undefined : Number(answer);
    },
    close,
  };
}
