/** Fits of tables that are larger than memory, by sums over chunks of their rows, and random samples of such tables. */
export { fitChunks, type FitChunksOptions } from "../fit/fitChunks.ts";
export { rowSample, type RowSample, type SampledRows } from "../fit/chunks/rowSample.ts";
export type { TableChunks } from "../fit/chunks/tableChunks.ts";
