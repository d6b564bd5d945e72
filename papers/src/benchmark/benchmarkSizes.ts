import type { EncodingOptions } from "kernelbayes/table";
import { cachedProblem, problemNames } from "@kernelbayes/experiment/node";

/** What is known of a benchmark problem before it is fitted. */
export interface BenchmarkSize {
  /** As the papers call it. */
  readonly name: string;
  /** The table that it is a part of. */
  readonly dataset: string;
  /** Of its files. */
  readonly fingerprint: string;
  /** How its columns are chosen, where it is not the whole table. */
  readonly encoding?: EncodingOptions;
  /** Training rows of a partition. */
  readonly rows: number;
  readonly columns: number;
  /** The numbers of its partitions. */
  readonly partitions: readonly number[];
  /** Partitions that the papers average over: as many as there are. */
  readonly printedPartitions: number;
}

/** The columns of splice around the place in question, which the papers also take alone. */
const reducedColumns = Array.from({ length: 7 }, (_, at) => `x${28 + at}`);

/** The problem "splice-reduced", where there is "splice". */
export function reducedSplice(sizes: readonly BenchmarkSize[]): BenchmarkSize[] {
  return sizes
    .filter(({ name }) => name === "splice")
    .map((splice) => ({
      ...splice,
      name: "splice-reduced",
      columns: reducedColumns.length,
      encoding: { columns: reducedColumns },
    }));
}

const known = new Map<string, readonly BenchmarkSize[]>();

/** The problems of a folder, in alphabetical order; read once. */
export function benchmarkSizes(directory: string): readonly BenchmarkSize[] {
  const sizes =
    known.get(directory) ??
    problemNames(directory).map((name) => {
      const { table, partitions, fingerprint } = cachedProblem(directory, name);
      return {
        name,
        dataset: name,
        fingerprint,
        rows: partitions[0].train.length,
        columns: table.columns.length - 1,
        partitions: partitions.map(({ id }) => id),
        printedPartitions: partitions.length,
      };
    });
  known.set(directory, sizes);
  return sizes;
}
