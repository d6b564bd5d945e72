import { fitSync, loadPosterior, selectRows, type Table } from "kernelbayes";
import { ringnorm } from "kernelbayes/data";
import { models, type ModelName } from "kernelbayes/models";
import type { Row } from "./benchmark.ts";
import { cpuMilliseconds, rounded } from "./cpuTime.ts";

const trainingRows = 400;
const trainingColumns = 10;

/** What a call of `predict` takes for one row and for a hundred, with intervals and without, and how large the files are. */
export function predictCalls(names: readonly ModelName[], engine: string | undefined): Row[] {
  const training = firstColumns(ringnorm({ rows: trainingRows, seed: 1 }));
  const hundred = firstColumns(ringnorm({ rows: 100, seed: 9 }));
  const one = selectRows(hundred, [0]);
  const by = engine === undefined ? {} : { engine };
  return names.map((model) => {
    const fitted = fitSync(models[model].create(), training, { target: "class", ...by });
    const [whole, small] = [true, false].map((intervals) => JSON.stringify(fitted.toDocument({ intervals })));
    const posterior = loadPosterior(whole, by);
    const time = (table: Table, intervals: boolean): number =>
      rounded(fastestCall(() => posterior.predict(table, { intervals })));
    return {
      model,
      "1 row": time(one, true),
      "1 row, no intervals": time(one, false),
      "100 rows": time(hundred, true),
      "100 rows, no intervals": time(hundred, false),
      "file kB": Math.round(whole.length / 1000),
      "file kB, no intervals": Math.round(small.length / 1000),
    };
  });
}

export const callsTitle: string = `CPU milliseconds of a call, models fitted to ${trainingRows} rows × ${trainingColumns} columns (ringnorm)`;

function firstColumns({ rows, columns }: Table): Table {
  const numbers = columns.filter(({ name }) => name !== "class").slice(0, trainingColumns);
  return { rows, columns: [...numbers, ...columns.filter(({ name }) => name === "class")] };
}

/** Calls are counted together until they take this long, so that the clock of the processor can tell them. */
const leastMilliseconds = 40;
const repeats = 7;

/** CPU milliseconds of one call, the fastest of some repeats. */
function fastestCall(call: () => unknown): number {
  let calls = 1;
  const together = (): number =>
    cpuMilliseconds(() => {
      for (let i = 0; i < calls; i++) call();
    });
  while (together() < leastMilliseconds) calls *= 2;
  return Math.min(...Array.from({ length: repeats }, together)) / calls;
}
