import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { InputError } from "../errors.ts";
import { loadPosterior, type LoadOptions } from "../loadPosterior.ts";
import type { Posterior } from "../posterior/posterior.ts";

/** Saves a posterior as a JSON document. The file is complete or not there at all, whatever happens on the way. */
export async function writePosterior(path: string, posterior: Posterior): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await writeFile(partial, `${JSON.stringify(posterior.toDocument())}\n`);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new InputError("unwritable-file", `${path} cannot be written: ${(error as Error).message}.`);
  }
}

/** Loads a posterior that was saved with `writePosterior`. */
export async function readPosterior(path: string, options: LoadOptions = {}): Promise<Posterior> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new InputError("unreadable-file", `${path} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return loadPosterior(text, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, `${path}: ${error.message}`, error.place);
  }
}
