import { availableParallelism } from "node:os";

/**
 * What the load may be above the number of processors: the stage before has kept all of them busy, which the mean over a minute still
 * shows, and so do the threads that collect garbage.
 */
const own = 1;

/** Whether the machine had something else to do while times were taken. */
export function loadText(loads: readonly number[]): string {
  const most = Math.max(...loads);
  return (
    `The load of the machine was up to ${most.toFixed(1)} on ${availableParallelism()} processors while these times were taken` +
    (most > availableParallelism() + own ? ": **it was busy otherwise, and the times are not to be relied on.**" : ".")
  );
}
