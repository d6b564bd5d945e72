import type { Table } from "kernelbayes";
import type { Draft } from "./draft.ts";
import type { FitRecord } from "./fitRecord.ts";

/** The work in progress, as the browser keeps it. */
export interface StoredWork {
  /** Raised whenever this form changes; `migratedWork` then learns to read the one before. */
  readonly version: 2;
  readonly source: string;
  /** Undefined where a model was opened without a table. */
  readonly table: Table | undefined;
  readonly history: readonly Draft[];
  readonly at: number;
  readonly fits: readonly FitRecord[];
  readonly current: number | undefined;
}
