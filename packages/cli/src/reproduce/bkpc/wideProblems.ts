import { cachedProblem } from "../../experiment/experimentTask.ts";
import type { FitWish } from "../fitJob.ts";

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
