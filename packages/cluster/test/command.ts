import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The built command, in a process of its own. */
const program = fileURLToPath(new URL("../../cli/dist/kernelbayes.js", import.meta.url));

export interface Answer {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs `kernelbayes` to its end. */
export async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { child, answer } = start(words, env);
  await once(child, "close");
  return answer();
}

/** Begins `kernelbayes`; what it printed so far is in `answer`. */
export function start(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; answer(): Answer } {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (data) => (output += String(data)));
  child.stderr.on("data", (data) => (errors += String(data)));
  return { child, answer: () => ({ code: child.exitCode, output, errors }) };
}
