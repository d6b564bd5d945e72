import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Queue } from "bullmq";
import { InputError } from "kernelbayes";
import type { ClusterAddress } from "./address.ts";
import { isBlobName } from "./blobs/folderStore.ts";
import { connect, hangUp } from "./connect.ts";
import { escaped, keysOf, queueNames } from "./keys.ts";
import { coordinatorsOf } from "./registry.ts";

/** What was removed. */
export interface Cleaned {
  /** Jobs that waited or were set aside. */
  readonly jobs: number;
  readonly results: number;
  /** Large data, in Redis or in the folder. */
  readonly blobs: number;
}

/**
 * Removes what programs that are gone have left in a cluster: jobs, results, large data, and the list of jobs that were set aside. Workers stay. It is refused while
 * a program shares work out, unless `force` is given: that program sends again what it needs.
 */
export async function cleanCluster(
  address: ClusterAddress,
  { force = false }: { readonly force?: boolean } = {},
): Promise<Cleaned> {
  const redis = await connect(address);
  try {
    const keys = keysOf(address);
    const coordinators = await coordinatorsOf(redis, keys);
    if (coordinators.length > 0 && !force) {
      const names = coordinators.map(({ machine, process }) => `process ${process} on ${machine}`).join(", ");
      throw new InputError("cluster-in-use", `The cluster is in use by ${names}. Wait for the end, or add --force.`);
    }
    let jobs = await redis.hlen(keys.aside);
    for (const name of await queueNames(redis, keys)) {
      const queue = new Queue(name, { connection: redis, prefix: keys.queuePrefix, skipMetasUpdate: true });
      const counts = await queue.getJobCounts("wait", "active", "delayed");
      jobs += Object.values(counts).reduce((sum, count) => sum + count, 0);
      await queue.obliterate({ force: true });
      await queue.close();
    }
    const remove = async (kind: string): Promise<number> => {
      let count = 0;
      const match = `${escaped(keys.queuePrefix)}:${kind}:*`;
      for await (const found of redis.scanStream({ match, count: 1000 }) as AsyncIterable<string[]>) {
        if (found.length > 0) count += await redis.unlink(found);
      }
      return count;
    };
    const [results, blobs] = [await remove("result"), await remove("blob")];
    await remove("troubles");
    await remove("stop");
    await redis.del(keys.aside, keys.blobs);
    return { jobs, results, blobs: blobs + (await cleanFolder(address)) };
  } finally {
    await hangUp(redis);
  }
}

async function cleanFolder({ blobs }: ClusterAddress): Promise<number> {
  if (blobs.kind !== "folder") return 0;
  const names = await readdir(blobs.path).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const ours = names.filter(isBlobName);
  await Promise.all(ours.map((name) => rm(join(blobs.path, name), { force: true })));
  return ours.length;
}
