import { InputError, type Model } from "kernelbayes";
import { isFolder } from "../../input/isFolder.ts";
import { whyInChunks } from "../../input/whyInChunks.ts";

/** What the command line says about it. */
interface ChunkWords {
  readonly chunks?: boolean | undefined;
  readonly folds?: string | undefined;
  readonly time?: string | undefined;
  readonly group?: string | undefined;
}

/**
 * Why the rows of a table are read in chunks for a fit, in words; undefined where it is read whole. Options that need all rows in memory do not go with it.
 */
export async function readInChunks(path: string, words: ChunkWords, model: Model): Promise<string | undefined> {
  const reason = await whyInChunks(path, words);
  if (reason === undefined) return undefined;
  const hindrance = (["folds", "time", "group"] as const).find((name) => words[name] !== undefined);
  const isFit = model.sums === true && hindrance === undefined;
  // A file that no one asked to be read in chunks may be read whole.
  if (!isFit && words.chunks !== true && !(await isFolder(path))) return undefined;
  if (hindrance !== undefined) {
    throw new InputError(
      "invalid-option",
      `--${hindrance} cannot be used with rows that are read in chunks, which are measured on held-out rows.`,
      {},
      "Leave it out, or measure a table that fits into memory.",
    );
  }
  return reason;
}
