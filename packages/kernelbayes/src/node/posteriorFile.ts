import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "../errors.ts";
import { loadPosterior } from "../fit/loadPosterior.ts";
import type { LoadOptions } from "../fit/restorePosterior.ts";
import { encodedLength, encodeDocument } from "../posterior/encodeDocument.ts";
import type { KeptParts } from "../posterior/numericPosterior.ts";
import type { Posterior, PosteriorDocument } from "../posterior/posterior.ts";
import { unreadableFile } from "./errorInFile.ts";
import { outputFile } from "./outputFile.ts";

/** Above this many bytes a document goes into the safetensors layout, unless the name of the file says otherwise. */
const largestJson = 1_000_000;

/**
 * Saves a posterior. A name that ends in `.json` makes a JSON document, one that ends in `.safetensors` the safetensors layout
 * of `encodeDocument`; under any other name a document is JSON, or safetensors if it takes more than a megabyte so.
 * `readPosterior` tells them by their content. The file is complete or not there at all, whatever happens on the way, and a symbolic link stays;
 * devices and pipes are written directly. With `intervals: false` what only intervals need is left out.
 */
export async function writePosterior(path: string | URL, posterior: Posterior, kept: KeptParts = {}): Promise<void> {
  const target = path instanceof URL ? fileURLToPath(path) : path;
  const content = contentOf(posterior.toDocument(kept), extname(target).toLowerCase());
  await (await outputFile(target)).write(content);
}

function contentOf(document: PosteriorDocument, extension: string): string | Uint8Array {
  const isPacked = extension !== ".json" && (extension === ".safetensors" || encodedLength(document) > largestJson);
  return isPacked ? encodeDocument(document) : jsonOf(document);
}

function jsonOf(document: PosteriorDocument): string {
  try {
    return `${JSON.stringify(document)}\n`;
  } catch (error) {
    // The longest text that there can be.
    if (!(error instanceof RangeError)) throw error;
    throw new InputError(
      "too-large",
      "The document is too large for one JSON text.",
      {},
      "Give the file a name that ends in .safetensors.",
    );
  }
}

/** Loads a posterior that was saved with `writePosterior`, whatever the name of the file. */
export async function readPosterior(path: string | URL, options: LoadOptions = {}): Promise<Posterior> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw unreadableFile(String(path), error);
  }
  try {
    return loadPosterior(bytes, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw error.at({ source: String(path) });
  }
}
