import type { CountedRows } from "./labelledRows.ts";

/** Encoded rows with their classes: what a model learns from. Every class occurs. */
export interface Problem extends CountedRows {
  /** The labels of the classes, for messages. */
  readonly classNames?: readonly string[] | undefined;
  /** The source column, by number, that each column of X came from: the indicators of a category share one. */
  readonly columnGroups: readonly number[];
  readonly rowGroups: Int32Array | undefined;
}
