import type { Executor } from "kernelbayes";
import { clusterAddress, clusterExecutor, sendingFolders, startWorker } from "@kernelbayes/cluster";
import { print, remark } from "./standardOutput.ts";
import { wholeNumber } from "./wholeNumber.ts";

/** The tasks of reproductions, which only workers of `npm run reproduce -- worker` know. */
const service = "papers";

/** Machines that reproduce papers. */
export interface PapersCluster {
  /** An executor for one stage; its end leaves the machines as they are. */
  executor(): Executor;
  close(): Promise<void>;
}

/** Meets the machines of a cluster. Their engine becomes that of this process, since it is part of every result. */
export async function papersCluster(address: string): Promise<PapersCluster> {
  const cluster = await clusterExecutor({
    address: clusterAddress(address),
    service,
    onNotice: (notice) => remark(`Cluster: ${notice}`),
  });
  process.env.KERNELBAYES_ENGINE = cluster.engine;
  const executor = sendingFolders(cluster);
  return {
    executor: () => ({
      get workers() {
        return executor.workers;
      },
      map: (task, inputs, options) => executor.map(task, inputs, options),
      close: async () => {},
    }),
    close: () => cluster.close(),
  };
}

/** Works for reproductions until it is told to stop. */
export async function runPapersWorker(address: string, slots: string | undefined): Promise<void> {
  const worker = await startWorker({
    address: clusterAddress(address),
    service,
    script: new URL("./startJobs.mjs", import.meta.url),
    ...(slots !== undefined && { slots: wholeNumber("slots", slots, 1) }),
    onNotice: remark,
  });
  const { machine, slots: count } = worker.description;
  print(`${machine} reproduces papers, ${count} jobs at a time.`);
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => void worker.drain());
  await worker.ended;
}
