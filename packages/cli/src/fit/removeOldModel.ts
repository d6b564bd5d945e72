import { unlink } from "node:fs/promises";
import { unwritableFile } from "kernelbayes/node";
import { isOwnModel } from "../input/isOwnModel.ts";
import { refuseInputs } from "../output/refuseInputs.ts";

/**
 * Removes a file if it is a model of this library, and no input of the command; says whether it was one. Files of other programs stay, also other
 * safetensors files.
 */
export async function removeOldModel(path: string, inputs: readonly string[]): Promise<boolean> {
  if (!(await orUnwritable(path, isOwnModel(path)))) return false;
  await refuseInputs(path, inputs);
  await orUnwritable(path, unlink(path));
  return true;
}

async function orUnwritable<Result>(path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw unwritableFile(path, error);
  }
}
