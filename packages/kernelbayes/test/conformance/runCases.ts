import { differences, type CompareOptions } from "./compare.ts";
import { statisticalDifferences, type StatisticalLimits } from "./statistical.ts";
import { topics } from "./topics/index.ts";

/** A golden file: one topic, many cases. */
export interface GoldenFile {
  /** For example "fisher-golden/1". */
  readonly schema: string;
  readonly topic: string;
  readonly cases: readonly GoldenCase[];
}

export interface GoldenCase extends CompareOptions {
  readonly name: string;
  readonly input: unknown;
  readonly expected?: unknown;
  /** The case must be refused with an error of the library. */
  readonly expectedError?: unknown;
  /** The expected values are targets of Markov chain runs, met within their standard errors. */
  readonly statistical?: StatisticalLimits;
}

export interface CaseResult {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** What differs, for failed cases. */
  readonly problems: readonly string[];
}

/** Whether a parsed JSON value is a golden file of a schema this runner knows. */
export function isGoldenFile(value: unknown): value is GoldenFile {
  const { schema, topic, cases } = (value ?? {}) as Partial<GoldenFile>;
  return (
    typeof schema === "string" && schema.endsWith("-golden/1") && typeof topic === "string" && Array.isArray(cases)
  );
}

/** Runs every case of a golden file against the library. */
export function runCases(file: GoldenFile): CaseResult[] {
  const entry = topics[`${file.schema.replace(/-golden\/1$/, "")}/${file.topic}`];
  return file.cases.map((golden) => {
    if (!entry || (entry.cases && !entry.cases.includes(golden.name))) {
      return { name: golden.name, outcome: "skipped", problems: [] };
    }
    const problems = problemsOf(golden, () => entry.compute(golden.input as never, golden.name));
    return { name: golden.name, outcome: problems.length > 0 ? "failed" : "passed", problems };
  });
}

function problemsOf(golden: GoldenCase, compute: () => unknown): string[] {
  let actual: unknown;
  try {
    actual = compute();
  } catch (error) {
    const { name, message } = error as Error;
    const refused = name === "InputError" || name === "NumericalError";
    return golden.expectedError !== undefined && refused ? [] : [`${name}: ${message}`];
  }
  if (golden.expectedError !== undefined) return ["should have been refused with an error"];
  if (golden.statistical) return statisticalDifferences(actual, golden, golden.statistical);
  return differences(actual, golden.expected, golden);
}
