import { positiveNumber, wholeNumber } from "../options.ts";
import { print, remark } from "../output/standardOutput.ts";
import { clusterPackage, neededAddress } from "./clusterPackage.ts";

/** What the options of `worker` were given, as written. */
export interface WorkerWords {
  readonly cluster?: string | undefined;
  readonly slots?: string | undefined;
  readonly name?: string | undefined;
  readonly cache?: string | undefined;
  readonly cacheLimit: string;
  readonly quiet?: true | undefined;
}

/** Works for a cluster until it is drained or stopped. A first Ctrl-C lets what is under way end, a second one does not. */
export async function runWorker(words: WorkerWords): Promise<void> {
  const text = neededAddress(words.cluster);
  const { clusterAddress, startWorker } = await clusterPackage();
  const address = clusterAddress(text);
  const worker = await startWorker({
    address,
    ...(words.slots !== undefined && { slots: wholeNumber("slots", words.slots, 1) }),
    ...(words.name !== undefined && { machine: words.name }),
    ...(words.cache !== undefined && { cache: words.cache }),
    cacheLimit: positiveNumber("cache-limit", words.cacheLimit) * 1024 ** 3,
    onNotice: (notice) => remark(notice),
  });
  const { machine, slots, engines } = worker.description;
  if (!words.quiet) {
    print(
      `${machine} works for ${address.shown}: ${slots} at a time, engines ${engines.map(({ name }) => name).join(", ")}.`,
    );
  }
  let isAsked = false;
  const stop = (): void => {
    if (isAsked) void worker.stop();
    else if (process.stderr.isTTY) remark("Ending what is under way; press Ctrl-C again to leave it to others.");
    if (!isAsked) void worker.drain();
    isAsked = true;
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  await worker.ended;
}
