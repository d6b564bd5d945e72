import { modelFromDocument } from "../models/index.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { restorePosterior, type LoadOptions } from "./restorePosterior.ts";

/**
 * A posterior from its document: JSON text, parsed JSON, or the bytes of a file, be they JSON or the safetensors layout of
 * `encodeDocument`, which is told by their content. The document may come from anywhere: what is not a complete document of a
 * known version is an `InputError` that says where it fails, and nothing in it is ever run.
 *
 * @example const posterior = loadPosterior(await (await fetch("model.json")).arrayBuffer());
 */
export function loadPosterior(document: unknown, options: LoadOptions = {}): Posterior {
  return restorePosterior(document, modelFromDocument, options);
}
