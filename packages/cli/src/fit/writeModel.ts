import { join } from "node:path";
import { encodedLength, encodeDocument, type Posterior } from "kernelbayes";
import { writeWhole } from "../output/writeWhole.ts";

/** A model that takes more bytes as JSON goes into the safetensors layout. */
const largestJson = 1_000_000;

/**
 * Writes a posterior into a folder, as `model.json`, or as `model.safetensors` if that would take more than a megabyte, and returns the
 * path. Both are told by their content when they are read.
 */
export async function writeModel(folder: string, posterior: Posterior, inputs: readonly string[]): Promise<string> {
  const document = posterior.toDocument();
  // JSON takes up to thrice the bytes, and has no length for the largest documents.
  const text = encodedLength(document) > largestJson ? undefined : `${JSON.stringify(document)}\n`;
  const isLarge = text === undefined || text.length > largestJson;
  const path = join(folder, isLarge ? "model.safetensors" : "model.json");
  await writeWhole(path, isLarge ? encodeDocument(document) : text, inputs);
  return path;
}
