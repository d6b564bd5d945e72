import { stat } from "node:fs/promises";
import { InputError, type Posterior } from "kernelbayes";
import { readPosterior } from "kernelbayes/node";
import { modelInPlaceOf, otherModel } from "./otherModel.ts";

/**
 * The model in a file; what is wrong with the file is reported with what to do about it. `fit` writes `model.json`, or `model.safetensors` if the model is
 * large: where only the other one is there, it is read. `remark` is given a sentence about that, and one if the other one is newer.
 */
export async function readModel(path: string, remark: (text: string) => void): Promise<Posterior> {
  const substitute = await modelInPlaceOf(path);
  if (substitute !== undefined) {
    remark(
      `${path} is not there; the model is read from ${substitute}, the other name that \`kernelbayes fit\` gives.`,
    );
    return readModel(substitute, remark);
  }
  try {
    const posterior = await readPosterior(path);
    const other = await otherModel(path);
    if (other !== undefined && (await isNewer(other, path))) {
      remark(`${other} beside it is a newer model than ${path}, which is used. Give ${other} to use the newer one.`);
    }
    return posterior;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (error.code !== "invalid-document") throw error;
    throw error.withRemedy(
      "A model file is written by `kernelbayes fit`; this one is another file, or was damaged or cut short on its way.",
    );
  }
}

async function isNewer(other: string, path: string): Promise<boolean> {
  const [{ mtimeMs: theirs }, { mtimeMs: its }] = await Promise.all([stat(other), stat(path)]);
  return theirs > its;
}
