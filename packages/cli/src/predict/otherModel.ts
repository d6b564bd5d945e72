import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { isOwnModel } from "../input/isOwnModel.ts";

/** The model of the same name in the other layout: `model.safetensors` beside `model.json`, and the other way round. */
export async function otherModel(path: string): Promise<string | undefined> {
  const extension = extname(path);
  const [from, to] = extension === ".json" ? [".json", ".safetensors"] : [".safetensors", ".json"];
  if (extension !== from) return undefined;
  const other = `${path.slice(0, -from.length)}${to}`;
  return (await isOwnModel(other)) ? other : undefined;
}

/** The model in the other layout where the file itself is not there. */
export async function modelInPlaceOf(path: string): Promise<string | undefined> {
  return (await exists(path)) ? undefined : otherModel(path);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
