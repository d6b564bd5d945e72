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

/**
 * Runs work that Ctrl-C stops, and so do a terminal that is closed and a program that ends this one: the signal given to it is aborted, and what it throws then becomes an `Interruption` that says what was
 * kept. A second Ctrl-C does not wait for the work.
 */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  kept: () => string,
): Promise<Result> {
  const controller = new AbortController();
  let code: number | undefined;
  const stop = (name: keyof typeof exitCodes): void => {
    if (code !== undefined) {
      removePartialFiles();
      process.exit(code);
    }
    code = exitCodes[name];
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[KStopping; press Ctrl-C again to stop at once.\n");
    controller.abort();
  };
  for (const name of names) process.on(name, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (code === undefined) throw error;
    throw new Interruption(`Stopped. ${kept()}`, code);
  } finally {
    // Work that was stopped ends the process, and a signal on the way to its end must not change the exit code.
    if (code === undefined) for (const name of names) process.off(name, stop);
  }
}
