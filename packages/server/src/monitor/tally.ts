/** Counts by two names, which a counter of Prometheus takes over when it is asked. */
export interface Tally<First, Second> {
  add(first: First, second: Second, count: number): void;
  /** Gives each count away, and begins again. */
  flush(take: (first: First, second: Second, count: number) => void): void;
}

export function tally<First, Second>(): Tally<First, Second> {
  const counts = new Map<First, Map<Second, number>>();
  return {
    add(first, second, count) {
      let inner = counts.get(first);
      if (inner === undefined) counts.set(first, (inner = new Map<Second, number>()));
      inner.set(second, (inner.get(second) ?? 0) + count);
    },
    flush(take) {
      for (const [first, inner] of counts) for (const [second, count] of inner) take(first, second, count);
      counts.clear();
    },
  };
}
