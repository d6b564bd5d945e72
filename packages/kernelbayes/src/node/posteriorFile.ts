import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { InputError } from "../errors.ts";
import { loadPosterior, type LoadOptions } from "../loadPosterior.ts";
import type { Posterior } from "../posterior/posterior.ts";

/** Writes so far, so that two at the same time do not share a file. */
let writes = 0;

/** Saves a posterior as a JSON document. The file is complete or not there at all, whatever happens on the way. */
export async function writePosterior(path: string | URL, posterior: Posterior): Promise<void> {
  const target = path instanceof URL ? fileURLToPath(path) : path;
  const partial = `${target}.${process.pid}.${++writes}.partial`;
  try {
    await writeFile(partial, `${JSON.stringify(posterior.toDocument())}\n`);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw new InputError("unwritable-file", `${target} cannot be written: ${(error as Error).message}.`);
  }
}

/** Loads a posterior that was saved with `writePosterior`. */
export async function readPosterior(path: string | URL, options: LoadOptions = {}): Promise<Posterior> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new InputError("unreadable-file", `${String(path)} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return loadPosterior(text, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, `${String(path)}: ${error.message}`, error.place);
  }
}
