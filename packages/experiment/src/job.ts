/** One piece of an experiment: a task, its input, and what tells it from all others. */
export interface Job<Identity = unknown> {
  /**
   * All that the result depends on, as plain data: data set, partition, method, options, seed. Where the data lie, or how
   * many workers there are, is no part of it.
   */
  readonly identity: Identity;
  /** The identity as text, by which a store knows the job again. */
  readonly key: string;
  /** The name of the executor's task, and what it is sent. */
  readonly task: string;
  readonly input: unknown;
  /** The places in the input of large data that other jobs share: see `MapOptions`. */
  readonly shared?: readonly string[] | undefined;
  /** Jobs of one kind take about equally long for a unit of cost; the time left is estimated from this. */
  readonly kind: string;
  readonly cost: number;
}

export interface JobOptions {
  readonly task: string;
  /** Default: the identity. */
  readonly input?: unknown;
  /** Default: none. */
  readonly shared?: readonly string[] | undefined;
  /** Default: the name of the task. */
  readonly kind?: string;
  /** In any unit that the jobs of a kind share. Default 1. */
  readonly cost?: number;
}

/**
 * A job whose key follows from its identity alone.
 *
 * @example jobOf({ dataset: "heart", partition: 3, method: "lda", options: {}, seed: 1 }, { task: "experiment" })
 */
export function jobOf<Identity>(identity: Identity, options: JobOptions): Job<Identity> {
  const { task, input = identity, shared, kind = task, cost = 1 } = options;
  if (!(cost > 0 && cost < Infinity)) throw new RangeError(`The cost of a job must be a positive number; got ${cost}.`);
  return { identity, key: canonicalText(identity), task, input, shared, kind, cost };
}

/**
 * Plain data as JSON in which equal data have equal texts: object keys are sorted, nothing is left to the order in which
 * an object was written. What JSON would drop or change (undefined, NaN, infinity, functions, class instances) is a
 * RangeError.
 */
export function canonicalText(value: unknown): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, canonicalText).join(",")}]`;
  if (typeof value === "object" && isPlain(value)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonicalText(entry)}`).join(",")}}`;
  }
  throw new RangeError(`A job is identified by plain data; ${describe(value)} has no text that would name it.`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  return typeof value === "object"
    ? `an object of the class ${value?.constructor.name}`
    : `the ${typeof value} ${String(value)}`;
}
