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
  /** Whether models are loaded; whether the server is about to stop. */
  readonly state: { isReady: boolean; isDraining: boolean };
}
