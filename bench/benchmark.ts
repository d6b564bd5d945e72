/**
 * What stood on the command line after the name: `--sizes 500,1000` is `{ sizes: "500,1000" }`; an option without a
 * value is "true".
 */
export type BenchOptions = Readonly<Record<string, string>>;

/** A row of a table, by the names of its columns. */
export type Row = Readonly<Record<string, string | number>>;

/** A table, with remarks that belong right below it. */
export interface Section {
  readonly title: string;
  /** All rows have the same columns, in the same order. */
  readonly rows: readonly Row[];
  readonly notes?: readonly string[];
}

/** What a benchmark found, as a table and remarks that stand at the very end. */
export interface Report extends Section {
  readonly notes: readonly string[];
  /** Tables that follow the first. */
  readonly more?: readonly Section[];
  /** What --json prints in place of the tables, where their cells are made for the eye. */
  readonly data?: unknown;
}

/** A benchmark of the catalogue in main.ts. */
export interface Benchmark {
  readonly description: string;
  /** The options it takes, each with a sentence; others are refused. */
  readonly options?: Readonly<Record<string, string>>;
  run(options: BenchOptions): Promise<Report>;
}

/** A mistake on the command line. */
export class UsageError extends Error {}

/** A list of positive whole numbers, such as "500,1000,2000". */
export function numbersOf(text: string, option: string): number[] {
  const numbers = text.split(",").map(Number);
  if (numbers.some((value) => !Number.isInteger(value) || value <= 0)) {
    throw new UsageError(`--${option} takes positive whole numbers separated by commas; got "${text}".`);
  }
  return numbers;
}

/** One positive whole number. */
export function numberOf(text: string, option: string): number {
  const [number, ...others] = numbersOf(text, option);
  if (others.length > 0) throw new UsageError(`--${option} takes one number; got "${text}".`);
  return number;
}
