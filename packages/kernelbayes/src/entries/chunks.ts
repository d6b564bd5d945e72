/** Fits of tables that are larger than memory, by sums over chunks of their rows. */
export { fitChunks, type FitChunksOptions } from "../fit/fitChunks.ts";
export type { TableChunks } from "../fit/chunks/tableChunks.ts";
