import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  bayesianFisher,
  fit,
  gaussianProcess,
  selectRows,
  tableFromColumns,
  type Model,
  type Posterior,
  type Table,
} from "kernelbayes";
import { leaveOneOutRows, mislabelledRows } from "kernelbayes/compare";
import { matrix } from "kernelbayes/engine";
import { areaUnderCurve, evaluate, trainingData } from "kernelbayes/evaluate";
import { random, stream } from "kernelbayes/numeric";
import { tableOf } from "kernelbayes/table";
import { chosenProblems, type BenchmarkProblem } from "@kernelbayes/experiment/node";
import { numberOf, UsageError, type Benchmark, type BenchOptions, type Row, type Section } from "./benchmark.ts";
import { keptResults, revisionOf, type KeptResults } from "./keptResults.ts";

const tables = [
  "banana",
  "breast-cancer",
  "diabetis",
  "german",
  "heart",
  "ringnorm",
  "thyroid",
  "titanic",
  "twonorm",
  "waveform",
];
const shares = [0.05, 0.1, 0.2];
const target = "y";

/** What a method makes of a table some of whose labels are exchanged. */
interface Outcome {
  /** Mean log loss of the test rows, whose labels are right. */
  readonly logLoss: number;
  /** Area under the curve of finding the exchanged labels; absent for a method that does not look for them. */
  readonly found?: number;
}

type Method = (training: Table) => Promise<{ readonly posterior: Posterior; readonly doubts?: Float64Array }>;

const noisy: Model = bayesianFisher({ labelNoise: "estimated" });

/** Every method with the model by which its results are of a revision. */
const methods: Readonly<Record<string, readonly [Model, Method]>> = {
  bfd: [bayesianFisher(), plainFit],
  "bfd without flagged rows": [bayesianFisher(), withoutFlagged],
  "bfd, label noise": [noisy, inside],
  gpc: [gaussianProcess(), (training) => withFinder(gaussianProcess(), training)],
};

/** Labels exchanged at random: log loss on right labels, and how well the exchanged ones are found. */
export const labelNoise: Benchmark = {
  description: "labels exchanged at random: log loss on right labels, and how well the exchanged ones are found",
  options: {
    tables: `names separated by commas (default ${tables.join(",")})`,
    partitions: "the first so many of each table (default 3)",
    data: "folder with ida/NAME.csv.gz and ida/NAME.splits.json.gz (../shared/data beside the project)",
    results: "file of single results, from which the next run resumes (default: none are kept)",
    "only-kept": "prints the tables of the results in that file, and computes nothing",
  },
  async run(options) {
    const { kept, problems, partitions } = settingsOf(options);
    const revisions: Record<string, string> = {};
    for (const [name, [model]] of Object.entries(methods)) revisions[name] = await revisionOf(model, "predictions");
    const cells: Cell[] = [];
    for (const problem of problems) {
      for (const share of shares) {
        for (const { id, train, test } of problem.partitions.slice(0, partitions)) {
          const training = exchanged(selectRows(problem.table, train), share, id);
          for (const [name, [, method]] of Object.entries(methods)) {
            const key = `${problem.name} ${share} ${id} ${name}`;
            const outcome = await kept.result(key, revisions[name], () =>
              measured(method, training, selectRows(problem.table, test)),
            );
            if (outcome) cells.push({ table: problem.name, share, method: name, ...outcome });
          }
        }
        process.stderr.write(`${problem.name}, ${share}\n`);
      }
    }
    const [first, ...more] = sectionsOf(cells);
    return { ...first, more, notes: [`Node ${process.versions.node}.`], data: { cells } };
  },
};

interface Cell extends Outcome {
  readonly table: string;
  readonly share: number;
  readonly method: string;
}

function settingsOf({ tables: names, partitions, data, results, ...options }: BenchOptions): {
  readonly kept: KeptResults;
  readonly problems: readonly BenchmarkProblem[];
  readonly partitions: number;
} {
  const onlyKept = options["only-kept"] !== undefined;
  if (onlyKept && results === undefined) throw new UsageError("--only-kept needs --results FILE.");
  const directory = data ?? join(fileURLToPath(new URL("..", import.meta.url)), "../shared/data");
  return {
    kept: keptResults(results, { onlyKept }),
    problems: chosenProblems(directory, names?.split(",") ?? tables),
    partitions: numberOf(partitions ?? "3", "partitions"),
  };
}

interface Exchanged {
  readonly table: Table;
  readonly isWrong: Int32Array;
}

/** The table with this share of its labels exchanged. */
function exchanged(table: Table, share: number, seed: number): Exchanged {
  const { names, classes } = trainingData(table, { target });
  const order = random.permutation(stream(seed, table.rows, Math.round(1000 * share)), table.rows);
  const isWrong = new Int32Array(table.rows);
  for (const row of order.subarray(0, Math.round(share * table.rows))) isWrong[row] = 1;
  const labels = Array.from(classes, (q, row) => names[isWrong[row] === 1 ? 1 - q : q]);
  const others = table.columns.filter(({ name }) => name !== target);
  return { table: tableOf([...others, ...tableFromColumns({ [target]: labels }).columns]), isWrong };
}

async function measured(method: Method, { table, isWrong }: Exchanged, test: Table): Promise<Outcome> {
  const { posterior, doubts } = await method(table);
  const { logProbabilities } = posterior.predict(test);
  const { names, classes } = trainingData(test, { target });
  const truth = classes.map((q) => posterior.classes.indexOf(names[q]));
  const probabilities = matrix(test.rows, 2, logProbabilities.data.map(Math.exp));
  const logLoss = evaluate({ probabilities, logProbabilities }, truth).logLoss.mean;
  return doubts ? { logLoss, found: areaUnderCurve(doubts, isWrong) } : { logLoss };
}

interface Searched {
  readonly posterior: Posterior;
  readonly doubts: Float64Array;
  readonly flagged: readonly number[];
}

/** Two methods begin with the same fit. */
const plain = new WeakMap<Table, Promise<Searched>>();

function plainFit(training: Table): Promise<Searched> {
  const known = plain.get(training) ?? withFinder(bayesianFisher(), training);
  plain.set(training, known);
  return known;
}

/** A fit that takes labels for right, and what its leave-one-out says of them afterwards. */
async function withFinder(model: Model, training: Table): Promise<Searched> {
  const posterior = await fit(model, training, { target, seed: 1 });
  const { rows, classes, probabilities } = leaveOneOutRows(posterior);
  const doubts = new Float64Array(training.rows);
  const found = mislabelledRows(probabilities, classes);
  for (const { row, flipProbability } of found.rows) doubts[rows[row]] = flipProbability;
  return { posterior, doubts, flagged: found.flagged.map(({ row }) => rows[row]) };
}

async function withoutFlagged(training: Table): Promise<{ readonly posterior: Posterior }> {
  const { posterior, flagged } = await plainFit(training);
  if (flagged.length === 0) return { posterior };
  const without = new Set(flagged);
  const kept = Int32Array.from({ length: training.rows }, (_, row) => row).filter((row) => !without.has(row));
  return { posterior: await fit(bayesianFisher(), selectRows(training, kept), { target, seed: 1 }) };
}

async function inside(training: Table): Promise<{ readonly posterior: Posterior; readonly doubts: Float64Array }> {
  const posterior = await fit(noisy, training, { target, seed: 1 });
  const { labelNoise: noise } = posterior;
  if (!noise) throw new Error("The fit says nothing of wrong labels.");
  const doubts = new Float64Array(training.rows);
  noise.flipProbabilities.forEach((doubt, at) => (doubts[posterior.training.rows[at]] = doubt));
  return { posterior, doubts };
}

/** Log loss and area by table, share and method, and the means over the tables. */
function sectionsOf(cells: readonly Cell[]): readonly [Section, ...Section[]] {
  const names = [...new Set(cells.map(({ table }) => table))];
  const finders = Object.keys(methods).filter((method) => method !== "bfd without flagged rows");
  const rowsOf = (share: number, columns: readonly string[], of: (cell: Cell) => number | undefined): Row[] => {
    const meanOf = (table: string | undefined, method: string): string => {
      const own = cells.filter(
        (cell) => cell.share === share && cell.method === method && (table === undefined || cell.table === table),
      );
      const values = own.flatMap((cell) => of(cell) ?? []);
      return values.length === 0 ? "-" : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
    };
    return [...names, undefined].map((table) => ({
      exchanged: `${100 * share} %`,
      table: table ?? "mean",
      ...Object.fromEntries(columns.map((method) => [method, meanOf(table, method)])),
    }));
  };
  return [
    {
      title: "Log loss on test rows with right labels",
      rows: shares.flatMap((share) => rowsOf(share, Object.keys(methods), ({ logLoss }) => logLoss)),
    },
    {
      title: "Area under the curve of finding exchanged labels",
      rows: shares.flatMap((share) => rowsOf(share, finders, ({ found }) => found)),
    },
  ];
}
