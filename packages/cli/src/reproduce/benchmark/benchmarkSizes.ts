import { problemNames } from "../../experiment/benchmarkData.ts";
import { cachedProblem } from "../../experiment/experimentTask.ts";

/** What is known of a benchmark problem before it is fitted. */
export interface BenchmarkSize {
  readonly name: string;
  /** Training rows of a partition. */
  readonly rows: number;
  readonly columns: number;
  /** The numbers of its partitions. */
  readonly partitions: readonly number[];
  /** Partitions that the papers average over: as many as there are. */
  readonly printedPartitions: number;
}

const known = new Map<string, readonly BenchmarkSize[]>();

/** The problems of a folder, in alphabetical order; read once. */
export function benchmarkSizes(directory: string): readonly BenchmarkSize[] {
  const sizes =
    known.get(directory) ??
    problemNames(directory).map((name) => {
      const { table, partitions } = cachedProblem(directory, name);
      return {
        name,
        rows: partitions[0].train.length,
        columns: table.columns.length - 1,
        partitions: partitions.map(({ id }) => id),
        printedPartitions: partitions.length,
      };
    });
  known.set(directory, sizes);
  return sizes;
}
