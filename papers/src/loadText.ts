import { availableParallelism } from "node:os";
import type { Circumstances } from "./circumstances.ts";

/**
 * What the load may be above the number of processors: the stage before has kept all of them busy, which the mean over a minute still
 * shows, and so do the threads that collect garbage.
 */
const own = 1;
/** Share of a time in which the process may have waited, where that is known. */
const mostWaited = 0.05;

/** Whether the machine had something else to do while times were taken. */
export function loadText(times: readonly Circumstances[]): string {
  const unknown = times.filter(({ waited }) => waited === undefined);
  const waits = times.flatMap(({ waited }) => waited ?? []);
  const late = waits.filter((waited) => waited > mostWaited).length;
  return [
    ...(waits.length > 0
      ? [
          `The process had a processor to itself for at least ${(100 * (1 - mostWaited)).toFixed(0)} % of the time in ${waits.length - late} of ${waits.length} measurements` +
            (late > 0
              ? `; in the others it waited for up to ${(100 * Math.max(...waits)).toFixed(0)} % of it: **these times are too long by as much.**`
              : "."),
        ]
      : []),
    ...(unknown.length > 0 ? [meanLoadText(unknown.map(({ load }) => load))] : []),
  ].join(" ");
}

function meanLoadText(loads: readonly number[]): string {
  const most = Math.max(...loads);
  return (
    `The load of the machine was up to ${most.toFixed(1)} on ${availableParallelism()} processors while these times were taken` +
    (most > availableParallelism() + own ? ": **it was busy otherwise, and the times are not to be relied on.**" : ".")
  );
}
