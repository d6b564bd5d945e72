import { join } from "node:path";
import { type Posterior } from "kernelbayes";
import { encodedLength, encodeDocument } from "kernelbayes/models";
import { writeWhole } from "../output/writeWhole.ts";
import { removeOldModel } from "./removeOldModel.ts";

/** A model that takes more bytes as JSON goes into the safetensors layout. */
const largestJson = 1_000_000;

/** The names that a model may have in its folder: as JSON, and in the safetensors layout. */
export const modelNames = ["model.json", "model.safetensors"] as const;

/** Where a model was written, and the older model under the other name that was removed. */
export interface WrittenModel {
  readonly path: string;
  readonly removed: string | undefined;
}

/**
 * Writes a posterior into a folder, as `model.json`, or as `model.safetensors` if that would take more than a megabyte. Both are told by their
 * content when they are read. A folder holds one model: an older one under the other name is removed, so that nobody predicts with it by mistake.
 */
export async function writeModel(
  folder: string,
  posterior: Posterior,
  inputs: readonly string[],
): Promise<WrittenModel> {
  const document = posterior.toDocument();
  // JSON takes up to thrice the bytes, and has no length for the largest documents.
  const text = encodedLength(document) > largestJson ? undefined : `${JSON.stringify(document)}\n`;
  const isLarge = text === undefined || text.length > largestJson;
  const [small, large] = modelNames.map((name) => join(folder, name));
  const [path, other] = isLarge ? [large, small] : [small, large];
  await writeWhole(path, isLarge ? encodeDocument(document) : text, inputs);
  return { path, removed: (await removeOldModel(other, inputs)) ? other : undefined };
}
