import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A process that answers each line of its input with one line of its output. */
export interface LineProcess {
  /** Throws when the process has ended, with the last of what it complained about. */
  ask(line: string): Promise<string>;
  /** Ends its input, and so the process. */
  readonly close: () => void;
  /** Ends it at once, whatever it is doing. */
  readonly kill: () => void;
}

/** Numerical libraries keep to one thread with these in the environment. */
export const oneThread: Readonly<Record<string, string>> = Object.fromEntries(
  ["OMP", "OPENBLAS", "MKL", "NUMEXPR", "BLIS", "VECLIB_MAXIMUM"].map((library) => [`${library}_NUM_THREADS`, "1"]),
);

/** Starts a program that speaks in lines, on one thread. */
export function startLineProcess(command: string, words: readonly string[]): LineProcess {
  const child = spawn(command, words, { env: { ...process.env, ...oneThread } });
  let complaints = "";
  child.stderr.on("data", (text: Buffer) => (complaints = `${complaints}${text.toString()}`.slice(-2000)));
  // What is written to a process that has ended, or never began, is told by its missing answer.
  child.stdin.on("error", () => {});
  child.on("error", (error) => (complaints += error.message));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${[command, ...words].join(" ")} ended.\n${complaints}`);
      return value;
    },
    close: () => void child.stdin.end(),
    kill: () => void child.kill("SIGKILL"),
  };
}

/** The words with which Node runs a TypeScript file of this folder; heaps may be cleaned by `gc()`. */
export function typescript(script: string, ...words: readonly string[]): string[] {
  return ["--expose-gc", "--import", import.meta.resolve("tsx"), script, ...words];
}
