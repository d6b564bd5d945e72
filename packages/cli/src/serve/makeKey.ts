import { wholeNumber } from "../options.ts";
import { print, remark } from "../output/standardOutput.ts";
import { fromServerPackage } from "./serverPackage.ts";

export interface KeyWords {
  readonly keys: string;
  readonly requestsPerSecond?: string | undefined;
}

/** Makes a key, and prints it. */
export async function makeKey(name: string, { keys, requestsPerSecond }: KeyWords): Promise<void> {
  const limit = requestsPerSecond === undefined ? undefined : wholeNumber("requests-per-second", requestsPerSecond, 1);
  const { addKey } = await fromServerPackage(() => import("@kernelbayes/server"));
  print(await addKey(keys, { name, requestsPerSecond: limit }));
  remark(`The key of ${name} is shown this once; ${keys} keeps a hash of it.`);
}
