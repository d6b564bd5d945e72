import { fitSync, selectRows } from "kernelbayes";
import { type Engine } from "kernelbayes/engine";
import { modelFromDocument } from "kernelbayes/models";
import { asText, columnNamed } from "kernelbayes/table";
import { partitionOf, readProblem, target, type BenchmarkProblem } from "@kernelbayes/experiment/node";
import type { Row } from "./benchmark.ts";
import { fittedKernel } from "./fittedKernel.ts";
import type { Simulated, SimulationSettings } from "./simulation.ts";
import { atLeast, atMost, type Verdict } from "./verdict.ts";

/** What is expected of a problem with a length scale for each column. */
interface Expected {
  /** Error in per cent on the first partition: the paper's figure, or what may be expected around it. */
  readonly mostError: number;
  /** The columns that matter, counted from 1, first and last, and how many of the as many most relevant ones lie there. */
  readonly columns?: { readonly first: number; readonly last: number; readonly atLeast: number };
}

const expected: Readonly<Record<string, Expected>> = {
  // 5.29 ± 0.67 in the paper; the columns around the junction.
  splice: { mostError: 6, columns: { first: 28, last: 34, atLeast: 6 } },
  // 2.59 ± 0.54 in the paper, half a deviation to spare.
  image: { mostError: 2.86 },
};

/** The trigonometric classifier with one length scale and with one for each column, on the first partition of a problem. */
export function relevantColumns({ methods, datasets, data, engine, tell }: SimulationSettings): Simulated {
  const method = methods[0];
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  const notes: string[] = [];
  for (const dataset of datasets) {
    const problem = readProblem(data, dataset);
    tell(`relevance: ${method} on ${dataset}, one length scale`);
    const one = fitFirst(problem, method, false, engine);
    tell(`relevance: ${method} on ${dataset}, one length scale a column`);
    const each = fitFirst(problem, method, true, engine);
    const ranked = each.relevances.map((value, j) => ({ value, column: j + 1 })).toSorted((a, b) => b.value - a.value);
    const { mostError = NaN, columns } = Object.hasOwn(expected, dataset) ? expected[dataset] : {};
    rows.push(
      { "data set": dataset, "length scales": "one", ...cellsOf(one) },
      { "data set": dataset, "length scales": `${each.relevances.length}`, ...cellsOf(each) },
    );
    verdicts.push(atMost(`relevance: ${method}, error % on ${dataset}, a length scale each`, each.error, mostError));
    const count = columns === undefined ? 7 : columns.last - columns.first + 1;
    const top = ranked.slice(0, count);
    notes.push(
      `${dataset}: the ${count} most relevant columns, with 1/ℓ²: ${top.map(({ column, value }) => `${column} (${value.toPrecision(2)})`).join(", ")}.`,
    );
    if (columns) {
      const { first, last } = columns;
      const inside = top.filter(({ column }) => column >= first && column <= last).length;
      const criterion = `relevance: ${method} on ${dataset}, of the ${count} most relevant columns within ${first}-${last}`;
      verdicts.push(atLeast(criterion, inside, columns.atLeast));
    }
  }
  return {
    sections: [{ title: "Relevance of columns, first partition, all columns as numbers", rows, notes }],
    verdicts,
  };
}

interface FirstFit {
  /** Per cent of the test rows. */
  readonly error: number;
  readonly evidence: number | undefined;
  readonly relevances: readonly number[];
  readonly seconds: number;
}

function fitFirst(problem: BenchmarkProblem, name: string, ard: boolean, engine: Engine): FirstFit {
  const { train, test } = partitionOf(problem, 1);
  const began = process.cpuUsage();
  const posterior = fitSync(modelFromDocument({ name, ard }), selectRows(problem.table, train), {
    target,
    engine,
  });
  const { user, system } = process.cpuUsage(began);
  const tested = selectRows(problem.table, test);
  const { labels } = posterior.predict(tested);
  const wrong = asText(columnNamed(tested, target)).filter((label, row) => label !== labels[row]).length;
  return {
    error: (100 * wrong) / tested.rows,
    evidence: posterior.evidence,
    relevances: fittedKernel(posterior).relevances,
    seconds: (user + system) / 1e6,
  };
}

function cellsOf({ error, evidence, seconds }: FirstFit): Row {
  return {
    "error %": error.toFixed(2),
    "log evidence": evidence === undefined ? "-" : evidence.toFixed(1),
    "CPU seconds": seconds.toFixed(1),
  };
}
