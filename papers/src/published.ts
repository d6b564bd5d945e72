import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "kernelbayes";

/** A figure of a paper, as `published.json` beside the benchmark data lists them. */
export interface PublishedResult {
  readonly source: string;
  /** "Table 4". */
  readonly table: string;
  readonly method: string;
  readonly dataset: string;
  readonly metric: string;
  readonly unit: string;
  readonly mean: number;
  /** The spread over partitions; null where none was printed. */
  readonly std: number | null;
  readonly kernel?: string;
  /** Of a test against the trigonometric classifier, where one is printed. */
  readonly pValueAgainstBTSVC?: number;
}

/** The file of the published figures in a data folder. */
function publishedFile(directory: string): string {
  return join(directory, "published.json");
}

/** The published figures of a data folder; undefined where there are none. */
export function readPublished(directory: string): readonly PublishedResult[] | undefined {
  const path = publishedFile(directory);
  if (!existsSync(path)) return undefined;
  return (JSON.parse(readFileSync(path, "utf8")) as { readonly results: readonly PublishedResult[] }).results;
}

/** The same, for those that cannot do without. */
export function requirePublished(directory: string): readonly PublishedResult[] {
  const results = readPublished(directory);
  if (results) return results;
  throw new InputError(
    "no-published-figures",
    `There is no file ${publishedFile(directory)}, which holds the figures that the papers print. Give the folder of ` +
      "the data with --data DIR.",
  );
}

/** Hyperparameters that a paper prints, by their names there, with what they belong to. */
export interface PublishedParameters {
  readonly source: string;
  readonly table: string;
  readonly method: string;
  readonly dataset: string;
  readonly [name: string]: string | number | undefined;
}

/** The printed hyperparameters of a data folder that agree with all that is asked for; none where the file lists none. */
export function publishedParameters(
  directory: string,
  wanted: Readonly<Record<string, string>>,
): readonly PublishedParameters[] {
  const path = publishedFile(directory);
  if (!existsSync(path)) return [];
  const { parameters = [] } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly parameters?: readonly PublishedParameters[];
  };
  return parameters.filter((each) => Object.entries(wanted).every(([name, value]) => each[name] === value));
}

/** The figures that agree with all that is asked for, in their order. */
export function publishedWhere(
  results: readonly PublishedResult[],
  wanted: Readonly<Partial<PublishedResult>>,
): PublishedResult[] {
  return results.filter((result) =>
    Object.entries(wanted).every(([name, value]) => result[name as keyof PublishedResult] === value),
  );
}
