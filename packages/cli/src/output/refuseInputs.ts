import { fstat, type BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { InputError } from "kernelbayes";
import { standardInput } from "../input/readInputTable.ts";

/**
 * Refuses an output that is one of the files that the command reads, whatever their names: through symbolic links, as a hard link, or because the
 * shell has redirected the standard input or the standard output. An output of undefined is the standard output.
 */
export async function refuseInputs(output: string | undefined, inputs: readonly string[]): Promise<void> {
  const written = await fileAt(output ?? 1);
  if (written === undefined) return;
  for (const input of inputs) {
    const read = await fileAt(input === standardInput ? 0 : input);
    if (read === undefined || read.dev !== written.dev || read.ino !== written.ino) continue;
    const name = input === standardInput ? "the standard input" : input;
    throw new InputError(
      "output-is-input",
      output === undefined
        ? `The standard output leads to the same file as ${name}, which this command reads. Send the output to another file.`
        : `${output} cannot be written: it is the same file as ${name}, which this command reads and would lose. Choose another name for the output.`,
    );
  }
}

/** A regular file, by its path or its descriptor. There is nothing to lose in a device or a pipe, nor where there is no file. */
async function fileAt(file: string | number): Promise<BigIntStats | undefined> {
  try {
    const found = await (typeof file === "number"
      ? promisify(fstat)(file, { bigint: true })
      : stat(file, { bigint: true }));
    return found.isFile() ? found : undefined;
  } catch {
    // Whoever reads or writes it says why that does not work.
    return undefined;
  }
}
