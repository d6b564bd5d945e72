import { join } from "node:path";
import { encodeDocument, type Posterior } from "kernelbayes";
import { writeWhole } from "../output/writeWhole.ts";

/** Above this many bytes a model goes into the safetensors layout. */
const largestJson = 1_000_000;

/**
 * Writes a posterior into a folder, as `model.json`, or as `model.safetensors` if it takes more than a megabyte, and returns the path. Both
 * are told by their content when they are read.
 */
export async function writeModel(folder: string, posterior: Posterior): Promise<string> {
  const document = posterior.toDocument();
  const bytes = encodeDocument(document);
  const isLarge = bytes.length > largestJson;
  const path = join(folder, isLarge ? "model.safetensors" : "model.json");
  await writeWhole(path, isLarge ? bytes : `${JSON.stringify(document)}\n`);
  return path;
}
