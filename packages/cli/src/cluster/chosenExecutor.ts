import type { Executor } from "kernelbayes";
import { workerExecutor } from "kernelbayes/node";
import type { ClusterExecutor } from "@kernelbayes/cluster";
import { workersOf } from "../options.ts";
import { remark } from "../output/standardOutput.ts";
import { clusterAddressOf, clusterPackage } from "./clusterPackage.ts";

/** The options that decide where work is done, as written. */
export interface ExecutorWords {
  readonly jobs?: string | undefined;
  readonly cluster?: string | undefined;
  readonly mixedBuilds?: true | undefined;
}

/** Where the work of a command is done. */
export interface ChosenExecutor {
  /** Undefined where everything is done in this thread. */
  readonly executor: Executor | undefined;
  /** For results: who did the work, if it was a cluster. */
  record(): ClusterExecutor["record"] | undefined;
  close(): Promise<void>;
}

/**
 * Opens what the options name: worker threads, this thread alone (`--jobs 1`, unless the work is to be done `aside` in any case), or a cluster, unless
 * threads were asked for. The engine of a cluster becomes that of this process, so
 * that results are the same to the last bit as those of this machine alone.
 */
export async function chosenExecutor(
  { jobs, cluster, mixedBuilds }: ExecutorWords,
  { aside = false }: { readonly aside?: boolean } = {},
): Promise<ChosenExecutor> {
  const { workers } = workersOf(jobs);
  const address = jobs === undefined || cluster !== undefined ? clusterAddressOf(cluster) : undefined;
  if (address === undefined) {
    const executor = workers === 1 && !aside ? undefined : workerExecutor(workers === undefined ? {} : { workers });
    return { executor, record: () => undefined, close: async () => executor?.close() };
  }
  const { clusterAddress, clusterExecutor } = await clusterPackage();
  const executor = await clusterExecutor({
    address: clusterAddress(address),
    isMixed: mixedBuilds === true,
    onNotice: (notice) => remark(`Cluster: ${notice}`),
  });
  process.env.KERNELBAYES_ENGINE = executor.engine;
  return {
    executor,
    record: () => executor.record,
    async close() {
      if (executor.record.isMixed)
        remark("Cluster: machines of different builds took part; another run may differ in the last digits.");
      await executor.close();
    },
  };
}
