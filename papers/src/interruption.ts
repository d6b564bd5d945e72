import { removePartialFiles } from "kernelbayes/node";

/** What a command ends with when somebody has stopped it; the message says what was kept. */
export class Interruption extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = "Interruption";
    this.exitCode = exitCode;
  }
}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[];

/** Signals that arrive within so many seconds are one press of Ctrl-C: npm passes on what the terminal has sent to all processes. */
const onePress = 1;

/**
 * Runs work that Ctrl-C stops, and so do a terminal that is closed and a program that ends this one: its signal is aborted, and what it throws then
 * becomes an `Interruption` that names what was kept. A second press ends the process at once.
 */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  kept: () => string,
): Promise<Result> {
  const controller = new AbortController();
  let first: { readonly code: number; readonly at: number } | undefined;
  const stop = (name: keyof typeof exitCodes): void => {
    const now = performance.now() / 1000;
    if (first !== undefined) {
      if (now - first.at <= onePress) return;
      removePartialFiles();
      process.exit(first.code);
    }
    first = { code: exitCodes[name], at: now };
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[KStopping; press Ctrl-C again to stop at once.\n");
    controller.abort();
  };
  for (const name of names) process.on(name, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (first === undefined) throw error;
    throw new Interruption(`Stopped. ${kept()}`, first.code);
  } finally {
    for (const name of names) process.off(name, stop);
  }
}
