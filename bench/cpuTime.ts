export { logSlope } from "@kernelbayes/papers/logSlope";

/** CPU milliseconds of this process while something runs, the threads of V8 included. */
export function cpuMilliseconds(run: () => unknown): number {
  return timed(run).milliseconds;
}

/** A result with the CPU milliseconds of this process that it took. */
export function timed<Result>(run: () => Result): { readonly result: Result; readonly milliseconds: number } {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return { result, milliseconds: (user + system) / 1000 };
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Three significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
