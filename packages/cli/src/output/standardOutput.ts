import { once } from "node:events";

/** Whether somebody reads the standard output; a reader such as `head` may have gone away before its end. */
let isRead = true;

/**
 * Takes note of a reader that goes away, so that what is printed later is lost without an error: work that writes files goes on.
 * Called once, when the program starts.
 */
export function surviveClosedPipes(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
    isRead = false;
  });
  process.stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
  });
}

/** Prints a line of the result on the standard output. */
export function print(text = ""): void {
  if (isRead) process.stdout.write(`${text}\n`);
}

/** Prints one JSON value on the standard output. Numbers that JSON does not know become null. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, undefined, 2));
}

/** Prints a remark, which is no part of the result, on the standard error. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * Writes a part of a long result as it is, and waits until there is room for more. False says that nobody reads any more, so that
 * the work can end.
 */
export async function writePart(part: string | Uint8Array): Promise<boolean> {
  if (isRead && !process.stdout.write(part)) {
    // A reader that goes away ends the waiting; `surviveClosedPipes` hears of it, too, and of every other error.
    await Promise.race([once(process.stdout, "drain"), once(process.stdout, "close")]).catch(() => undefined);
  }
  return isRead;
}
