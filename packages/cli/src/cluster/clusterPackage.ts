import { EnvironmentError, InputError } from "kernelbayes";
import type * as cluster from "@kernelbayes/cluster";

/** The package for work on several machines, which is installed by those who need it. */
export async function clusterPackage(): Promise<typeof cluster> {
  try {
    return await import("@kernelbayes/cluster");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new EnvironmentError(
      "cluster-missing",
      "Work on several machines needs the package @kernelbayes/cluster, which is not installed.",
      "Install it beside this command: npm install @kernelbayes/cluster (add -g if the command is global).",
    );
  }
}

/** The address of the cluster: the option, or the environment variable. */
export function clusterAddressOf(cluster: string | undefined): string | undefined {
  const found = cluster ?? process.env.KERNELBAYES_CLUSTER;
  return found === "" ? undefined : found;
}

/** As `clusterAddressOf`, for commands that are about a cluster. */
export function neededAddress(cluster: string | undefined): string {
  const address = clusterAddressOf(cluster);
  if (address !== undefined) return address;
  throw new InputError(
    "no-cluster",
    "Which cluster? Add --cluster redis://host:port, or set KERNELBAYES_CLUSTER to the address.",
  );
}
