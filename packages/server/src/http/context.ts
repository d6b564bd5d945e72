import type { ApiKeys } from "../keys/apiKeys.ts";
import type { ModelStore } from "../models/modelStore.ts";
import type { Metrics } from "../monitor/metrics.ts";
import type { ServerSettings } from "../settings/serverOptions.ts";
import type { Scheduler } from "../work/scheduler.ts";
import type { LogEvent } from "./log.ts";

/** What routes and hooks work with. */
export interface Context {
  readonly settings: ServerSettings;
  readonly store: ModelStore;
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
  readonly keys: ApiKeys | undefined;
  readonly log: LogEvent;
  readonly state: ServerState;
}

interface ServerState {
  /** Whether models are loaded, and load balancers may send requests. */
  isReady: boolean;
  /** Whether answers are the last on their connections. */
  isDraining: boolean;
  /** What requests wait for before they are begun, while there is something to wait for. */
  held: Promise<void> | undefined;
}
