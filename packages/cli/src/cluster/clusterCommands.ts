import type { ClusterStatus } from "@kernelbayes/cluster";
import { print, printJson, remark } from "../output/standardOutput.ts";
import { interruptible } from "../progress/interruption.ts";
import { clusterPackage, neededAddress } from "./clusterPackage.ts";

/** What the options of the commands about a cluster were given, as written. */
export interface ClusterWords {
  readonly cluster?: string | undefined;
  readonly json?: true | undefined;
  readonly force?: true | undefined;
}

/** Shows who works for a cluster and what waits. */
export async function showStatus({ cluster, json }: ClusterWords): Promise<void> {
  const text = neededAddress(cluster);
  const { clusterAddress, clusterStatus } = await clusterPackage();
  const status = await clusterStatus(clusterAddress(text));
  if (json) printJson(status);
  else print(await statusText(status));
}

async function statusText({ workers, coordinators, queues, aside, blobs }: ClusterStatus): Promise<string> {
  // Loaded when it is needed, so that other commands begin at once.
  const { textTable } = await import("@kernelbayes/report");
  const table = (rows: readonly Record<string, string>[], none: string): string =>
    rows.length > 0 ? textTable(rows) : none;
  const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return [
    table(
      workers.map((worker) => ({
        worker: worker.machine,
        process: String(worker.process),
        state: worker.isDraining ? "leaving" : worker.busy > 0 ? "working" : "idle",
        jobs: `${worker.busy} of ${worker.slots}`,
        done: String(worker.done),
        memory: `${(worker.memory / 1024 ** 3).toFixed(0)} GB`,
        engine: worker.engines[0].name,
        version: worker.library,
        node: worker.node,
      })),
      "No workers.",
    ),
    table(
      coordinators.map((each) => ({
        program: `process ${each.process} on ${each.machine}`,
        engine: each.engine,
        outstanding: String(each.outstanding),
        version: each.library,
      })),
      "No program shares work out.",
    ),
    table(
      queues.map(({ name, waiting, active, delayed }) => ({
        queue: name,
        waiting: String(waiting),
        active: String(active),
        "to be tried again": String(delayed),
      })),
      "No jobs yet.",
    ),
    `Large data in Redis: ${blobs.count}, ${megabytes(blobs.bytes)} of ${megabytes(blobs.limit)}.`,
    ...(aside.length > 0
      ? [
          [
            "Set aside:",
            ...aside.map(({ task, reason, at }) => `  ${new Date(at).toISOString()} ${task}: ${reason}`),
          ].join("\n"),
        ]
      : []),
  ].join("\n\n");
}

/** Lets all workers end what is under way and leave. */
export async function drain({ cluster, json }: ClusterWords): Promise<void> {
  const text = neededAddress(cluster);
  const { clusterAddress, drainCluster } = await clusterPackage();
  let told = -1;
  const gone = await interruptible(
    (signal) =>
      drainCluster(clusterAddress(text), {
        signal,
        onProgress(left) {
          if (left.length !== told && !json) remark(`Waiting for ${left.map(({ machine }) => machine).join(", ")}.`);
          told = left.length;
        },
      }),
    () => "The workers leave when they have done what is under way.",
  );
  if (json) printJson({ workers: gone.map(({ id, machine }) => ({ id, machine })) });
  else print(gone.length === 0 ? "There were no workers." : `${gone.map(({ machine }) => machine).join(", ")} left.`);
}

/** Removes what programs that are gone have left. */
export async function clean({ cluster, json, force }: ClusterWords): Promise<void> {
  const text = neededAddress(cluster);
  const { clusterAddress, cleanCluster } = await clusterPackage();
  const cleaned = await cleanCluster(clusterAddress(text), { force: force === true });
  if (json) printJson(cleaned);
  else print(`Removed ${cleaned.jobs} jobs, ${cleaned.results} results and ${cleaned.blobs} large data.`);
}
