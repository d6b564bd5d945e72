import { once } from "node:events";
import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { unwritableFile } from "kernelbayes/node";
import { visibleJson, visibleText } from "./visibleText.ts";

/** Whether somebody reads the standard output; a reader such as `head` may have gone away before its end. */
let isRead = true;

/** What else went wrong with the standard output, which is no fault of a reader: the result is not complete. */
let failure: Error | undefined;

/**
 * Takes note of a reader that goes away, so that what is printed later is lost without an error: work that writes files goes on. Called once,
 * when the program starts.
 */
export function surviveClosedPipes(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    isRead = false;
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") failure ??= error;
  });
  // Of remarks that cannot be written nobody could be informed.
  process.stderr.on("error", () => undefined);
}

/** Throws if something that was printed could not be written, which a full disk reports late. */
export function checkStandardOutput(): void {
  if (failure !== undefined) throw unwritableFile("The standard output", failure);
}

/** Prints a line of the result on the standard output, control characters made visible. */
export function print(text = ""): void {
  printPart(`${visibleText(text)}\n`);
}

/** Prints one JSON value on the standard output. Numbers that JSON does not know become null. */
export function printJson(value: unknown): void {
  printPart(`${visibleJson(JSON.stringify(value, undefined, 2))}\n`);
}

/** Prints a remark, which is no part of the result, on the standard error, control characters made visible. */
export function remark(text: string): void {
  process.stderr.write(`${visibleText(text)}\n`);
}

/**
 * Writes a part of a long result, and waits until there is room for more. False says that nobody reads any more, so that the work can end. Files and
 * other programs get the part as it is; a terminal is shown control characters and does not obey them.
 */
export async function writePart(part: string | Uint8Array): Promise<boolean> {
  if (!printPart(typeof part === "string" && process.stdout.isTTY ? visibleText(part) : part)) {
    // A reader that goes away ends the waiting; `surviveClosedPipes` hears of it, too, and of every other error.
    await Promise.race([once(process.stdout, "drain"), once(process.stdout, "close")]).catch(() => undefined);
    checkStandardOutput();
  }
  return isRead;
}

/** Prints a text as it is. False says that there is no room for more at present. */
export function printPart(part: string | Uint8Array): boolean {
  checkStandardOutput();
  if (!isRead) return true;
  if (!isStored()) return process.stdout.write(part);
  try {
    writeAll(typeof part === "string" ? Buffer.from(part) : part);
    return true;
  } catch (error) {
    throw unwritableFile("The standard output", error);
  }
}

/** Whether the standard output leads to a file or a device, and neither to a pipe nor to a terminal. */
function isStored(): boolean {
  const output = fstatSync(1);
  return output.isFile() || (output.isCharacterDevice() && !isatty(1));
}

/** The stream of Node takes a file for complete of which only a part found room on the disk, so the rest is written here. */
function writeAll(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
}
