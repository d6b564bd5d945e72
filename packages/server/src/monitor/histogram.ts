import type { Metric, Registry } from "prom-client";

/** Counts values by size, for each value of one label. That of prom-client takes a microsecond for a value, which is much of what a request takes here. */
export interface Histogram {
  observe(value: number, label?: string): void;
}

export interface HistogramShape {
  readonly name: string;
  readonly help: string;
  /** The upper ends of the buckets, ascending. */
  readonly bounds: readonly number[];
  /** What the values of the label are; without it there is one histogram. */
  readonly label?: string;
}

/** The values of one label: how many are in each bucket, the last of which has no end, and their sum. */
interface Counts {
  readonly buckets: number[];
  sum: number;
}

/** A line of the text for Prometheus. */
interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

export function histogram(registry: Registry, { name, help, bounds, label }: HistogramShape): Histogram {
  const byLabel = new Map<string, Counts>();
  const samplesOf = ([value, { buckets, sum }]: [string, Counts]): Sample[] => {
    const labels = label === undefined ? {} : { [label]: value };
    let below = 0;
    const samples = buckets.map((count, at): Sample => {
      below += count;
      return { metricName: `${name}_bucket`, labels: { le: bounds[at] ?? "+Inf", ...labels }, value: below };
    });
    return [
      ...samples,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: below },
    ];
  };
  // All that a registry asks of a metric.
  const metric = {
    name,
    get: () =>
      Promise.resolve({ name, help, type: "histogram", aggregator: "sum", values: [...byLabel].flatMap(samplesOf) }),
  };
  registry.registerMetric(metric as unknown as Metric);
  return {
    observe(value, of = "") {
      let counts = byLabel.get(of);
      if (counts === undefined) byLabel.set(of, (counts = { buckets: [...bounds, Infinity].map(() => 0), sum: 0 }));
      let bucket = 0;
      while (bucket < bounds.length && value > bounds[bucket]) bucket++;
      counts.buckets[bucket]++;
      counts.sum += value;
    },
  };
}
