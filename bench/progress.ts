import { fitWork, withSteps } from "#kernelbayes/internal";
import { tableFromColumns, type Table } from "kernelbayes";
import { models, type ModelName } from "kernelbayes/models";
import { runSync, type Work } from "kernelbayes/progress";
import { UsageError, type Benchmark, type Row } from "./benchmark.ts";
import { rounded } from "./cpuTime.ts";

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

/** How long fits hold up the event loop, and how evenly their progress rises. */
export const progress: Benchmark = {
  description:
    "longest CPU time between two moments at which other events get their turn, and how evenly progress rises",
  options: {
    table: `${Object.keys(tables).join(", ")} (300x6)`,
    models: "names of models, separated by commas (all)",
  },
  async run({ table = "300x6", models: names = Object.keys(models).join(",") }) {
    if (!Object.hasOwn(tables, table)) throw new UsageError(`There is no table "${table}".`);
    const rows = names.split(",").map((name) => {
      if (!Object.hasOwn(models, name)) throw new UsageError(`There is no model "${name}".`);
      return watchedFit(name as ModelName, cloudsOf(...tables[table]));
    });
    return {
      title: `Fits to the table ${table}: CPU time of the process, the threads of V8 included`,
      rows,
      notes: [
        "The longest hold is that between two steps or pauses; one more than 200 ms is felt in a page.",
        "Progress at a half is the fraction reported when half of the CPU time was used.",
      ],
    };
  },
};

interface Hold {
  readonly milliseconds: number;
  readonly after: string;
}

function watchedFit(name: ModelName, table: Table): Row {
  const cpu = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const began = cpu();
  let last = began;
  let after = "the beginning";
  let longest: Hold = { milliseconds: 0, after };
  const mark = (stage: string): void => {
    const now = cpu();
    if (now - last > longest.milliseconds) longest = { milliseconds: now - last, after };
    [last, after] = [now, stage];
  };
  const watched = <Result>(work: Work<Result>): Work<Result> =>
    withSteps(work, (step) => {
      mark(step.kind === "pause" ? after : (step.stage ?? ("task" in step ? step.task : "")));
      if (step.kind !== "parallel" || !step.here) return step;
      const { here } = step;
      return { ...step, here: (input: never) => watched(here(input)) };
    });
  const rises: { readonly at: number; readonly fraction: number }[] = [];
  const onProgress = ({ fraction }: { readonly fraction: number }): void =>
    void rises.push({ at: cpu() - began, fraction });
  runSync(watched(fitWork(models[name].create(), table, { target: "class" })), { onProgress });
  mark("the end");
  const total = cpu() - began;
  return {
    model: name,
    "CPU ms": rounded(total),
    "longest hold ms": rounded(longest.milliseconds),
    after: longest.after,
    steps: rises.length,
    "progress at ½": rounded(rises.findLast(({ at }) => at <= total / 2)?.fraction ?? 0),
  };
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
