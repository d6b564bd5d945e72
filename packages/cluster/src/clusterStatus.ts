import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { ClusterAddress } from "./address.ts";
import { connect, hangUp } from "./connect.ts";
import { keysOf, queueNames, type Keys } from "./keys.ts";
import { coordinatorsOf, workersOf, type CoordinatorDescription, type WorkerDescription } from "./registry.ts";

/** What goes on in a cluster. */
export interface ClusterStatus {
  readonly workers: readonly WorkerDescription[];
  readonly coordinators: readonly CoordinatorDescription[];
  /** Of each kind of tasks and version of the library, jobs by what is done about them. */
  readonly queues: readonly QueueStatus[];
  /** Jobs that took down what ran them. */
  readonly aside: readonly JobAside[];
  /** Large data in Redis: their number, and bytes. */
  readonly blobs: { readonly count: number; readonly bytes: number; readonly limit: number };
}

export interface QueueStatus {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  /** Waiting for their next try. */
  readonly delayed: number;
}

export interface JobAside {
  readonly key: string;
  readonly task: string;
  /** What happened on which machine. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What goes on in a cluster now. */
export async function clusterStatus(address: ClusterAddress): Promise<ClusterStatus> {
  const redis = await connect(address);
  try {
    const keys = keysOf(address);
    return {
      workers: await workersOf(redis, keys),
      coordinators: await coordinatorsOf(redis, keys),
      queues: await queuesOf(redis, keys),
      aside: await asideOf(redis, keys),
      blobs: { ...(await blobsOf(redis, keys)), limit: address.limit },
    };
  } finally {
    await hangUp(redis);
  }
}

async function queuesOf(redis: Redis, keys: Keys): Promise<QueueStatus[]> {
  const found: QueueStatus[] = [];
  for (const name of await queueNames(redis, keys)) {
    const queue = new Queue(name, { connection: redis, prefix: keys.queuePrefix, skipMetasUpdate: true });
    const counts = await queue.getJobCounts("wait", "active", "delayed");
    found.push({ name, waiting: counts.wait, active: counts.active, delayed: counts.delayed });
    await queue.close();
  }
  return found;
}

async function asideOf(redis: Redis, keys: Keys): Promise<JobAside[]> {
  const entries = Object.entries(await redis.hgetall(keys.aside));
  const jobs = entries.map(([key, text]) => ({ key, ...(JSON.parse(text) as Omit<JobAside, "key">) }));
  return jobs.toSorted((a, b) => a.at - b.at);
}

async function blobsOf(redis: Redis, keys: Keys): Promise<{ readonly count: number; readonly bytes: number }> {
  const members = await redis.zrangebyscore(keys.blobs, Date.now() / 1000, "+inf");
  return { count: members.length, bytes: members.reduce((sum, member) => sum + Number(member.split(":")[1]), 0) };
}
