export { clusterAddress, type BlobPlace, type ClusterAddress } from "./address.ts";
export { cleanCluster, type Cleaned } from "./cleanCluster.ts";
export { clusterStatus, type ClusterStatus, type JobAside, type QueueStatus } from "./clusterStatus.ts";
export {
  clusterExecutor,
  type ClusterExecutor,
  type ClusterExecutorOptions,
  type ClusterRecord,
} from "./coordinator/clusterExecutor.ts";
export { drainCluster, type DrainOptions } from "./drainCluster.ts";
export { sendingFolders } from "./folderContent.ts";
export { startWorker, type RunningWorker, type StartWorkerOptions } from "./worker/startWorker.ts";
export { serveJobs } from "./worker/serveJobs.ts";
export { withFolders } from "./worker/withFolders.ts";
export type { EngineBuild } from "./engineBuilds.ts";
export type { CoordinatorDescription, WorkerDescription } from "./registry.ts";
