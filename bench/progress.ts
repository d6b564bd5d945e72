import { fit, fitSync, selectRows, tableFromColumns, type Posterior, type Table } from "kernelbayes";
import { permutationRelevance } from "kernelbayes/compare";
import { serialExecutor, tasks } from "kernelbayes/executors";
import { models, type ModelName } from "kernelbayes/models";
import { measure } from "kernelbayes/evaluate";
import { counterfactuals, effects, interactions, learningCurve, shapleyValues, slices } from "kernelbayes/explain";
import { predictBatches } from "kernelbayes/predict";
import { timeLeft, type OverallProgress } from "kernelbayes/progress";
import { UsageError, type Benchmark, type Row } from "./benchmark.ts";
import { rounded } from "./cpuTime.ts";

const target = "class";

/** Tables by name: rows, columns, classes and how far the classes lie apart. */
const tables: Readonly<Record<string, readonly [rows: number, columns: number, classes: number, distance: number]>> = {
  "300x6": [300, 6, 2, 0.6],
  hard: [300, 6, 2, 0],
  three: [300, 6, 3, 0.6],
  wide: [60, 2000, 2, 0.8],
  "500x10": [500, 10, 2, 0.4],
  "800x10": [800, 10, 2, 0.4],
  "800x10, three": [800, 10, 3, 0.4],
  "1000x20": [1000, 20, 2, 0.4],
};

type Listening = { readonly onProgress: (progress: OverallProgress) => void };

/** Long calls of the library, with a model that is fitted where the call needs one. */
const calls: Readonly<Record<string, (name: ModelName, table: Table) => (listening: Listening) => Promise<unknown>>> = {
  fit: (name, table) => (listening) => fit(models[name].create(), table, { target, ...listening }),
  measure: (name, table) => (listening) => measure(models[name].create(), table, { target, ...listening }),
  learningCurve: (name, table) => (listening) =>
    learningCurve(models[name].create(), table, { target, rounds: 1, ...listening }),
  predictBatches: (name, table) => {
    const posterior = fitted(name, table);
    return (listening) =>
      predictBatches(posterior, table, { executor: serialExecutor(tasks), batchRows: 100, ...listening });
  },
  permutationRelevance: (name, table) => {
    const posterior = fitted(name, table);
    return (listening) => permutationRelevance(posterior, table, listening);
  },
  shapleyValues: (name, table) => {
    const posterior = fitted(name, table);
    return (listening) => shapleyValues(posterior, firstRows(table, 20), listening);
  },
  effects: (name, table) => {
    const posterior = fitted(name, table);
    return (listening) => effects(posterior, table, listening);
  },
  interactions: (name, table) => {
    const posterior = fitted(name, table);
    return (listening) => interactions(posterior, table, listening);
  },
  counterfactuals: (name, table) => {
    const posterior = fitted(name, table);
    return (listening) => counterfactuals(posterior, firstRows(table, 1), { examples: table, ...listening });
  },
  slices: (name, table) => {
    const posterior = fitted(name, table);
    return (listening) => slices(posterior, table, listening);
  },
};

/** How long calls hold up the event loop, how evenly their progress rises, and what they say about the time left. */
export const progress: Benchmark = {
  description:
    "longest CPU time between two turns of the event loop in long calls, how evenly progress rises, and the time left",
  options: {
    table: `${Object.keys(tables).join(", ")} (300x6)`,
    models: "names of models, separated by commas (all)",
    calls: `some of ${Object.keys(calls).join(",")} (fit)`,
  },
  async run({ table = "300x6", models: names = Object.keys(models).join(","), calls: chosen = "fit" }) {
    if (!Object.hasOwn(tables, table)) throw new UsageError(`There is no table "${table}".`);
    const rows: Row[] = [];
    for (const call of chosen.split(",")) {
      if (!Object.hasOwn(calls, call)) throw new UsageError(`There is no call "${call}".`);
      for (const name of names.split(",")) {
        if (!Object.hasOwn(models, name)) throw new UsageError(`There is no model "${name}".`);
        const watched = await watchedCall(calls[call](name as ModelName, cloudsOf(...tables[table])));
        rows.push({ call, model: name, ...watched });
      }
    }
    return {
      title: `Calls on the table ${table}: CPU time of the process, the threads of V8 included`,
      rows,
      notes: [
        "The longest hold is that between two turns of the event loop; one more than 200 ms is felt in a page.",
        "Progress at a half is the fraction reported when half of the CPU time was used; the time left is what `timeLeft` said then, over what was left.",
      ],
    };
  },
};

/** Runs a call while other events take every turn that it gives them. */
async function watchedCall(call: (listening: Listening) => Promise<unknown>): Promise<Row> {
  const cpu = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const began = cpu();
  let [last, stage, after, longest] = [began, "the beginning", "the beginning", 0];
  let isRunning = true;
  const turn = (): void => {
    const now = cpu();
    if (now - last > longest) [longest, after] = [now - last, stage];
    last = now;
    if (isRunning) setImmediate(turn);
  };
  const left = timeLeft();
  const rises: { readonly at: number; readonly fraction: number; readonly left: number | undefined }[] = [];
  setImmediate(turn);
  await call({
    onProgress(step) {
      const at = cpu() - began;
      rises.push({ at, fraction: step.fraction, left: left(step.fraction, at / 1000) });
      stage = step.stage;
    },
  });
  isRunning = false;
  turn();
  const total = cpu() - began;
  const half = rises.findLast(({ at }) => at <= total / 2);
  return {
    "CPU ms": rounded(total),
    "longest hold ms": rounded(longest),
    after,
    steps: rises.length,
    "progress at ½": rounded(half?.fraction ?? 0),
    "time left at ½": half?.left === undefined ? "" : rounded((1000 * half.left) / (total - half.at)),
  };
}

function fitted(name: ModelName, table: Table): Posterior {
  return fitSync(models[name].create(), table, { target });
}

function firstRows(table: Table, count: number): Table {
  return selectRows(
    table,
    Array.from({ length: count }, (_, row) => row),
  );
}

/** Normal clouds, of which the first four columns tell the classes apart. */
function cloudsOf(rows: number, columns: number, classes: number, distance: number): Table {
  let state = 1;
  const uniform = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const labels = Array.from({ length: rows }, (_, row) => `class ${row % classes}`);
  const values = Array.from({ length: columns }, (_, column) =>
    Float64Array.from({ length: rows }, (_, row) => {
      const side = (row % classes) - (classes - 1) / 2;
      return normal() + (column < 4 ? distance * side * (column % 2 === 0 ? 1 : -1) : 0);
    }),
  );
  return tableFromColumns({ ...Object.fromEntries(values.map((each, column) => [`x${column}`, each])), class: labels });
}
