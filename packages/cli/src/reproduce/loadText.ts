import { availableParallelism } from "node:os";

/** Whether the machine had something else to do while times were taken. */
export function loadText(loads: readonly number[]): string {
  const most = Math.max(...loads);
  return (
    `The load of the machine was up to ${most.toFixed(1)} on ${availableParallelism()} processors while these times were taken` +
    (most > availableParallelism() + 0.5 ? ": **it was busy otherwise, and the times are not to be relied on.**" : ".")
  );
}
