/** Rows with their places on the line of a discriminant. */
export interface ProjectedSet {
  /** "training rows". */
  readonly name: string;
  readonly places: Float64Array;
  /** The number of each row's class. */
  readonly classes: ArrayLike<number>;
}

/** The shape of a class on that line. */
export interface ProjectedClass {
  readonly set: string;
  readonly label: string;
  readonly rows: number;
  readonly mean: number;
  readonly deviation: number;
  /** Third standardized moment: 0 for a normal class. */
  readonly skewness: number;
  /** Fourth standardized moment less 3: 0 for a normal class. */
  readonly excess: number;
}

/** Each class of each set, by its first four moments. */
export function projectedClasses(labels: readonly string[], sets: readonly ProjectedSet[]): ProjectedClass[] {
  return sets.flatMap(({ name, places, classes }) =>
    labels.map((label, q) => ({ set: name, label, ...momentsOf(places.filter((_, row) => classes[row] === q)) })),
  );
}

function momentsOf(values: Float64Array): Omit<ProjectedClass, "set" | "label"> {
  const n = values.length;
  const average = (of: (value: number) => number): number => values.reduce((sum, value) => sum + of(value), 0) / n;
  const mean = average((value) => value);
  const variance = average((value) => (value - mean) ** 2);
  return {
    rows: n,
    mean,
    deviation: Math.sqrt((variance * n) / (n - 1)),
    skewness: average((value) => (value - mean) ** 3) / variance ** 1.5,
    excess: average((value) => (value - mean) ** 4) / variance ** 2 - 3,
  };
}
