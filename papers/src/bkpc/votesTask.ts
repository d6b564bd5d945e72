import { selectRows, type Matrix } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { type KernelDocument } from "kernelbayes/kernels";
import { modelFromDocument } from "kernelbayes/models";
import { fitWork, type Work } from "kernelbayes/progress";
import { asText, columnNamed } from "kernelbayes/table";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { labelsOfOutputs } from "../labelsOfOutputs.ts";
import { studyRows } from "../studyData.ts";

/** What the options of the experiment say. */
interface VotesOptions {
  readonly kernel: KernelDocument;
  /** C, the same for all pairs. */
  readonly cost: number;
  readonly select?: number;
}

/**
 * Support vector machines on each pair of classes, at a cost and a kernel that are given; a row belongs to the class with the most votes, and of equals to the first.
 * Probabilities are shares of votes, which only the labels are read from.
 */
export function* votesTask({ experiment, directory }: ExperimentInput): Work<Partial<Measured>> {
  const { dataset, partition, seed, engine, options } = experiment;
  const { kernel, cost, select } = options as unknown as VotesOptions;
  const { train, test, target } = studyRows({ directory, dataset, partition, seed }, { source: "wide" });
  const labels = asText(columnNamed(train, target)).map((label) => label ?? "");
  const classes = [...new Set(labels)].toSorted();
  const votes = matrix(test.rows, classes.length);
  for (const [a, first] of classes.entries()) {
    for (const second of classes.slice(a + 1)) {
      const rows = Int32Array.from(labels.keys()).filter((row) => labels[row] === first || labels[row] === second);
      const model = modelFromDocument({ name: "svc", kernel, regularization: 1 / cost });
      const wish = { target, seed, engine, ...(select !== undefined && { select }) };
      const posterior = yield* fitWork(model, selectRows(train, rows), wish);
      labelsOfOutputs(posterior, posterior.predict(test)).forEach(
        (label, row) => votes.data[row * classes.length + classes.indexOf(label)]++,
      );
    }
  }
  const truth = asText(columnNamed(test, target));
  const chosen = Array.from({ length: test.rows }, (_, row) => classes[mostVotes(votes, row)]);
  const wrong = chosen.filter((label, row) => label !== truth[row]).length;
  return {
    trainRows: train.rows,
    testRows: test.rows,
    columns: train.columns.length - 1,
    errorRate: wrong / test.rows,
  };
}

function mostVotes({ data, columns }: Matrix, row: number): number {
  const own = data.subarray(row * columns, (row + 1) * columns);
  return own.indexOf(Math.max(...own));
}
