import { outputFile } from "kernelbayes/node";
import { refuseInputs } from "./refuseInputs.ts";

/**
 * Writes a file as `outputFile` does: there with all its content or not at all, unless it is a device or a pipe. A file that the command reads is
 * refused.
 */
export async function writeWhole(path: string, content: string | Uint8Array, inputs: readonly string[]): Promise<void> {
  await refuseInputs(path, inputs);
  await (await outputFile(path)).write(content);
}

/**
 * Makes sure that a file can be written, and makes its folder: to be asked before long work begins, whose result would be lost
 * otherwise.
 */
export async function prepareFile(path: string, inputs: readonly string[]): Promise<void> {
  await refuseInputs(path, inputs);
  await outputFile(path, { makeFolder: true });
}
