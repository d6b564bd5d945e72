import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { InputError, type Posterior } from "kernelbayes";
import { readPosterior } from "kernelbayes/node";
import { isOwnModel } from "../input/isOwnModel.ts";

/**
 * The model in a file; what is wrong with the file is reported with what to do about it. `remark` is given a sentence if a newer model lies beside the
 * file under the other name that `fit` uses.
 */
export async function readModel(path: string, remark: (text: string) => void = () => undefined): Promise<Posterior> {
  try {
    const posterior = await readPosterior(path);
    const other = await otherModel(path);
    if (other !== undefined && (await isNewer(other, path))) {
      remark(`${other} beside it is a newer model than ${path}, which is used. Give ${other} to use the newer one.`);
    }
    return posterior;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (error.code === "unreadable-file" && !(await exists(path))) {
      const other = await otherModel(path);
      throw other === undefined ? error : error.withRemedy(`There is a model in ${other}: give that one.`);
    }
    if (error.code !== "invalid-document") throw error;
    throw error.withRemedy(
      "A model file is written by `kernelbayes fit`; this one is another file, or was damaged or cut short on its way.",
    );
  }
}

/** The model of the same name in the other layout: `model.safetensors` beside `model.json`, and the other way round. */
async function otherModel(path: string): Promise<string | undefined> {
  const extension = extname(path);
  const [from, to] = extension === ".json" ? [".json", ".safetensors"] : [".safetensors", ".json"];
  if (extension !== from) return undefined;
  const other = `${path.slice(0, -from.length)}${to}`;
  return (await isOwnModel(other)) ? other : undefined;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function isNewer(other: string, path: string): Promise<boolean> {
  const [{ mtimeMs: theirs }, { mtimeMs: its }] = await Promise.all([stat(other), stat(path)]);
  return theirs > its;
}
