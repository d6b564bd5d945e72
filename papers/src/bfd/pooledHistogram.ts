/** Rows with their places on the line of a discriminant. */
export interface ProjectedSet {
  /** "training rows". */
  readonly name: string;
  readonly places: Float64Array;
  /** The number of each row's class. */
  readonly classes: ArrayLike<number>;
}

/** How many rows of a class, in one set of rows, lie where on the line of a discriminant. */
export interface PooledClass {
  readonly set: string;
  readonly label: string;
  /** Rows in each bin; those beyond the ends count in the outermost ones. */
  readonly counts: readonly number[];
}

/** Class means lie at −1 and 1; rows beyond 6 are rare. */
const [end, bins] = [6, 240];

/** Counts each class of each set. */
export function countedClasses(labels: readonly string[], sets: readonly ProjectedSet[]): PooledClass[] {
  return sets.flatMap(({ name, places, classes }) =>
    labels.map((label, q) => {
      const counts = new Array<number>(bins).fill(0);
      places.forEach((place, row) => {
        if (classes[row] === q) counts[binOf(place)]++;
      });
      return { set: name, label, counts };
    }),
  );
}

function binOf(place: number): number {
  return Math.min(bins - 1, Math.max(0, Math.floor(((place + end) * bins) / (2 * end))));
}

/** The counts of many partitions together. */
export function pooled(all: readonly (readonly PooledClass[])[]): PooledClass[] {
  const [first = [], ...others] = all;
  return first.map(({ set, label, counts }, at) => ({
    set,
    label,
    counts: counts.map((count, bin) => others.reduce((sum, each) => sum + each[at].counts[bin], count)),
  }));
}

/** Places that have these counts, spread evenly over each bin. */
export function placesOf({ counts }: PooledClass): number[] {
  const width = (2 * end) / bins;
  return counts.flatMap((count, bin) =>
    Array.from({ length: count }, (_, at) => -end + width * (bin + (at + 0.5) / count)),
  );
}

/** The share of rows that would have to move for one histogram to become the other. */
export function movedShare(a: PooledClass, b: PooledClass): number {
  const [total, other] = [a, b].map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  return a.counts.reduce((sum, count, bin) => sum + Math.abs(count / total - b.counts[bin] / other), 0) / 2;
}

/** Mean and deviation of a class, from the middles of the bins. */
export function momentsOf({ counts }: PooledClass): {
  readonly rows: number;
  readonly mean: number;
  readonly deviation: number;
} {
  const width = (2 * end) / bins;
  const middle = (bin: number): number => -end + width * (bin + 0.5);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, bin) => sum + count * middle(bin), 0) / rows;
  const squares = counts.reduce((sum, count, bin) => sum + count * (middle(bin) - mean) ** 2, 0);
  return { rows, mean, deviation: Math.sqrt(squares / rows) };
}
