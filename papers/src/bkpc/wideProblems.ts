import { cachedProblem } from "@kernelbayes/experiment/node";
import type { FitWish } from "../fitJob.ts";
import type { ReproduceSettings } from "../paper.ts";
import { publishedWhere } from "../published.ts";

/** A data set of few rows and many columns. */
export interface WideProblem {
  /** As the paper calls it. */
  readonly name: string;
  /** Components of BKPC in the paper. */
  readonly components: number;
  readonly size: FitWish["size"];
  /** The numbers of its splits. */
  readonly splits: readonly number[];
}

const known = [
  { name: "khan", file: "khan", components: 4, classes: 4 },
  { name: "meat-4", file: "meat", components: 7, classes: 4 },
  { name: "meat-5", file: "meat", components: 9, classes: 5 },
];

/** The data sets of the paper that are to be had. */
export function wideProblems(directory: string): WideProblem[] {
  return known.map(({ name, file, components, classes }) => {
    const { table, partitions } = cachedProblem(directory, file, file);
    return {
      name,
      components,
      size: { rows: partitions[0].train.length, columns: table.columns.length - 1, classes },
      splits: partitions.map(({ id }) => id),
    };
  });
}

/** A data set as it is, or by the columns that tell most about the classes alone. */
export interface WideView {
  readonly problem: WideProblem;
  /** "khan, 50 columns". */
  readonly title: string;
  /** For names of files: "khan-50". */
  readonly stem: string;
  /** Columns of highest marginal relevance, chosen on the training rows of each split. Undefined for all. */
  readonly select?: number;
}

/** Columns that are enough for gene expressions, of which most say nothing about the classes. */
const relevantColumns = 50;

/** The data sets, khan once more by few of its columns. */
export function wideViews(directory: string): WideView[] {
  return wideProblems(directory).flatMap((problem): WideView[] => {
    const { name } = problem;
    const all = { problem, title: name, stem: name };
    if (name !== "khan") return [all];
    const select = relevantColumns;
    return [all, { problem, title: `${name}, ${select} columns`, stem: `${name}-${select}`, select }];
  });
}

/** The data sets that a table of the paper has figures of. */
export function printedProblems(table: string, { directory, published }: ReproduceSettings): WideProblem[] {
  return wideProblems(directory).filter(
    ({ name }) => publishedWhere(published, { source: "domijan2011", table, dataset: name }).length > 0,
  );
}
