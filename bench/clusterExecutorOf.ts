import type { Executor } from "kernelbayes";
import { clusterAddress, clusterExecutor } from "@kernelbayes/cluster";

/** What benchmarks say about the option. */
export const clusterOption =
  "share the fits out over the Redis at this address (KERNELBAYES_CLUSTER, else worker threads)";

/** The machines of a cluster, where one is named, or what runs here. The engine of a cluster becomes that of this process. */
export async function clusterExecutorOf(
  { cluster = process.env.KERNELBAYES_CLUSTER ?? "" }: { readonly cluster?: string },
  here: () => Executor,
): Promise<Executor> {
  if (cluster === "") return here();
  const executor = await clusterExecutor({
    address: clusterAddress(cluster),
    onNotice: (notice) => void process.stderr.write(`Cluster: ${notice}\n`),
  });
  process.env.KERNELBAYES_ENGINE = executor.engine;
  return executor;
}
