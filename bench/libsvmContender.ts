import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { GivenMachine } from "./contender.ts";
import { serveContender } from "./serveContender.ts";

/** The part of libsvm-js that is used. */
interface SupportVectorMachine {
  train(samples: readonly (readonly number[])[], labels: readonly number[]): void;
  crossValidation(samples: readonly (readonly number[])[], labels: readonly number[], folds: number): number[];
  predictProbability(samples: readonly (readonly number[])[]): {
    readonly estimates: readonly { readonly label: number; readonly probability: number }[];
  }[];
  free(): void;
}

type Machines = new (options: Readonly<Record<string, string | number | boolean>>) => SupportVectorMachine;

const require = createRequire(import.meta.url);
const Machine = await (require("libsvm-js") as Promise<Machines>);
const { version } = JSON.parse(readFileSync(require.resolve("libsvm-js/package.json"), "utf8")) as { version: string };

/** C-classification with a radial basis function, without its chatter. */
const kind = { type: "0", kernel: "2", quiet: true };
const folds = 5;
/** As in sklearnContender.py. */
const costs = [-3, -1, 1, 3, 5, 7, 9].map((power) => 2 ** power);
const gammasTimesColumns = [-7, -5, -3, -1, 1, 3, 5].map((power) => 2 ** power);

/** What was asked for; undefined: the best of the grid, with probabilities. */
const given = process.argv[2] === undefined ? undefined : (JSON.parse(process.argv[2]) as GivenMachine);

let raw: number[][];
let labels: readonly number[];
let rawTest: number[][];
let moments: readonly { readonly mean: number; readonly deviation: number }[];
let machine: SupportVectorMachine | undefined;

await serveContender({
  name: `libsvm-js ${version} SVC, ${given ? "given C and γ" : "7 × 7 grid"}, WebAssembly`,
  load({ columns, train, classes, test }) {
    raw = rowsOf(train, columns);
    labels = classes;
    rawTest = rowsOf(test, columns);
  },
  fit() {
    moments = momentsOf(raw);
    const samples = standardized(raw);
    const { cost, gammaTimesColumns, probabilities } = given ?? bestOfGrid(samples);
    machine?.free();
    machine = new Machine({
      ...kind,
      cost,
      gamma: gammaTimesColumns / moments.length,
      probabilityEstimates: probabilities,
    });
    machine.train(samples, labels);
    return undefined;
  },
  predict() {
    const predictions = machine!.predictProbability(standardized(rawTest));
    return predictions.map(({ estimates }) => estimates.find(({ label }) => label === 1)!.probability);
  },
});

/** The machine of the best accuracy over the folds. */
function bestOfGrid(samples: readonly (readonly number[])[]): GivenMachine {
  let best = { wrong: Infinity, cost: 1, gammaTimesColumns: 1, probabilities: true };
  for (const cost of costs) {
    for (const gammaTimesColumns of gammasTimesColumns) {
      const trial = new Machine({ ...kind, cost, gamma: gammaTimesColumns / moments.length });
      const predicted = trial.crossValidation(samples, labels, folds);
      const wrong = predicted.reduce((count, label, i) => count + (label === labels[i] ? 0 : 1), 0);
      if (wrong < best.wrong) best = { ...best, wrong, cost, gammaTimesColumns };
    }
  }
  return best;
}

function rowsOf(values: readonly number[], columns: number): number[][] {
  return Array.from({ length: values.length / columns }, (_, row) => values.slice(row * columns, (row + 1) * columns));
}

function momentsOf(rows: readonly (readonly number[])[]): { mean: number; deviation: number }[] {
  return rows[0].map((_, j) => {
    const mean = rows.reduce((sum, row) => sum + row[j], 0) / rows.length;
    const squares = rows.reduce((sum, row) => sum + (row[j] - mean) ** 2, 0);
    return { mean, deviation: Math.sqrt(squares / (rows.length - 1)) || 1 };
  });
}

function standardized(rows: readonly (readonly number[])[]): number[][] {
  return rows.map((row) => row.map((value, j) => (value - moments[j].mean) / moments[j].deviation));
}
