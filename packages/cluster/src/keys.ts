import type { Redis } from "ioredis";
import { version } from "kernelbayes/models";
import type { ClusterAddress } from "./address.ts";

/** The names under which a cluster keeps things in Redis. Braces keep them together on one node of a Redis Cluster. */
export interface Keys {
  /** The prefix for the queue, as BullMQ takes it. */
  readonly queuePrefix: string;
  /** The queue of jobs of one service and of this version of the library: workers of another version never see them. */
  readonly queue: string;
  readonly service: string;
  /** The hash that BullMQ keeps for a job. */
  job(key: string): string;
  /** What a job gave: packed data. */
  result(key: string): string;
  /** What went wrong with a job so far: a hash. */
  troubles(key: string): string;
  /** Present if nobody waits for the job any more. */
  stop(key: string): string;
  /** Jobs that were set aside, with their reasons: a hash. */
  readonly aside: string;
  /** Large data, by their SHA-256. */
  blob(key: string): string;
  /** The sizes and last uses of large data. */
  readonly blobs: string;
  /** What shows that somebody may use the large data which the coordinator serves. */
  readonly token: string;
  /** The description of a worker; it expires if the worker does not renew it. */
  worker(id: string): string;
  /** The names of all workers, some of which may be gone. */
  readonly workers: string;
  /** A coordinator; it expires if the coordinator does not renew it. */
  coordinator(id: string): string;
  readonly coordinators: string;
  /** The channel on which workers report. */
  readonly events: string;
  /** The channel on which workers are called. */
  readonly calls: string;
}

/** The tasks of the library and of experiments. */
export const libraryService = "kernelbayes";

/** The keys of a cluster and of one service, which is a name for the tasks that workers know. */
export function keysOf({ prefix }: Pick<ClusterAddress, "prefix">, service: string = libraryService): Keys {
  const root = `{${prefix}}`;
  const queue = `${service}-${version}`;
  const named =
    (kind: string) =>
    (name: string): string =>
      `${root}:${kind}:${name}`;
  return {
    queuePrefix: root,
    queue,
    service,
    job: (key) => `${root}:${queue}:${key}`,
    result: named("result"),
    troubles: named("troubles"),
    stop: named("stop"),
    aside: `${root}:aside`,
    blob: named("blob"),
    blobs: `${root}:blobs`,
    token: `${root}:token`,
    worker: named("worker"),
    workers: `${root}:workers`,
    coordinator: named("coordinator"),
    coordinators: `${root}:coordinators`,
    events: `${root}:events`,
    calls: `${root}:calls`,
  };
}

/** The queues of a project: one for each service and version that has had jobs. */
export async function queueNames(redis: Redis, { queuePrefix }: Keys): Promise<string[]> {
  const names: string[] = [];
  for await (const found of redis.scanStream({ match: `${escaped(queuePrefix)}:*:meta`, count: 1000 }) as AsyncIterable<
    string[]
  >) {
    for (const key of found) names.push(key.slice(queuePrefix.length + 1, -":meta".length));
  }
  return [...new Set(names)].toSorted();
}

/** A text for patterns of Redis, in which it means itself. */
export function escaped(text: string): string {
  return text.replaceAll(/[*?[\]\\^-]/g, "\\$&");
}
