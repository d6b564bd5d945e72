import { rounded } from "./cpuTime.ts";
import type { Row } from "./benchmark.ts";

/** What one job costs, and what a machine needs before the first. */
export interface JobCosts {
  /** Seconds of a fit on one processor. */
  readonly fit: number;
  /** CPU seconds of the program that shares the work out, of Redis, and of a worker beside the fit. */
  readonly coordinator: number;
  readonly redis: number;
  readonly worker: number;
  /** Bytes of the table. */
  readonly table: number;
}

/** Processors of a machine, and bytes per second that Redis sends over a network of 1 Gbit/s. */
const slots = 8;
const bandwidth = 118e6;

/** What to expect of so many machines, from the costs of one job: the work is done as fast as the slowest part allows. */
export function scaleRow(machines: number, costs: JobCosts): Row {
  const { fit, coordinator, redis, worker, table } = costs;
  const demand = (machines * slots) / (fit + worker);
  const rate = Math.min(demand, 1 / coordinator, 1 / redis);
  return {
    machines,
    processors: machines * slots,
    "jobs/s, if nothing else": rounded(demand),
    "of the coordinator": percent(demand * coordinator),
    "of Redis": percent(demand * redis),
    "s to send the table": rounded((machines * table) / bandwidth),
    "times one processor": rounded(rate * fit),
  };
}

/** Which part is the first that has no more to give, and at how many machines. */
export function firstLimit({ fit, coordinator, redis, worker }: JobCosts): {
  readonly part: string;
  readonly machines: number;
} {
  const [part, seconds] =
    coordinator > redis ? (["the coordinator", coordinator] as const) : (["Redis", redis] as const);
  return { part, machines: (fit + worker) / seconds / slots };
}

function percent(share: number): string {
  return `${(100 * share).toPrecision(2)} %`;
}
