import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fit, iris, linearDiscriminant, selectRows, tableFromColumns, type Model, type Table } from "kernelbayes";
import { ripley } from "kernelbayes/data";
import { stream } from "kernelbayes/numeric";
import { measure } from "kernelbayes/evaluate";

/** Single results of a long benchmark, so that the next run resumes where this one ended. */
export interface KeptResults {
  /** The result under this key if it is kept, else what `make` gives, which is then kept; undefined if nothing may be computed. */
  result<Value>(key: string, revision: string, make: () => Promise<Value>): Promise<Value | undefined>;
}

interface Line {
  readonly key: string;
  readonly revision: string;
  readonly value: unknown;
}

/**
 * Results as lines of JSON in a file. Those of another revision count as absent; of several under one key the last holds. With `onlyKept` nothing is
 * computed, so that tables can be printed of what is there. With `anyRevision` results of all revisions count.
 */
export function keptResults(
  file: string | undefined,
  { onlyKept = false, anyRevision = false }: { readonly onlyKept?: boolean; readonly anyRevision?: boolean } = {},
): KeptResults {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const kept = new Map<string, Line>();
  for (const text of lines.filter((each) => each !== "")) {
    const line = JSON.parse(text) as Line;
    kept.set(line.key, line);
  }
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
  return {
    async result<Value>(key: string, revision: string, make: () => Promise<Value>): Promise<Value | undefined> {
      const line = kept.get(key);
      if (line && (anyRevision || line.revision === revision)) return line.value as Value;
      if (onlyKept) return undefined;
      const value = await make();
      if (file !== undefined) appendFileSync(file, `${JSON.stringify({ key, revision, value }, rounded)}\n`);
      return value;
    },
  };
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(7)) : value;
}

/** What a kept result depends on beside the predictions of a model, intervals included: nothing, the test for a signal, or all that is printed. */
export type Depends = "predictions" | "signal" | "figures";

/** The rows and columns of the tables whose results are kept. */
export interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Eight letters that change with what a model predicts on two small tables and, if the result depends on it, with how predictions are measured: results
 * of another revision are not those of today's code. With a shape a table of that shape is predicted and measured too, since plans, searches and
 * samples of rows change with it.
 */
export async function revisionOf(model: Model, depends: Depends, shape?: Shape): Promise<string> {
  const tables = [
    ...(shape ? [{ table: probe(shape), target: "kind" }] : []),
    { table: ripley({ rows: 40 }), target: "class" },
    {
      table: selectRows(
        iris(),
        Int32Array.from({ length: 30 }, (_, at) => 5 * at),
      ),
      target: "species",
    },
  ];
  const hash = createHash("sha256");
  const add = (numbers: Float64Array): void => void hash.update(numbers.map((value) => Number(value.toPrecision(8))));
  for (const { table, target } of tables) {
    const posterior = await fit(model, table, { target, seed: 1, missing: "impute" });
    const { probabilities, lower, upper } = posterior.predict(table);
    for (const { data } of [probabilities, lower, upper]) add(data);
  }
  if (depends !== "predictions") {
    const table = ripley({ rows: shape?.rows ?? 40 });
    const { intervals, signal } = await measure(linearDiscriminant(), table, { target: "class" });
    add(Float64Array.of(signal?.p ?? 1));
    const { errorRate, logLoss } = intervals;
    if (depends === "figures") add(Float64Array.of(errorRate.lower, errorRate.upper, logLoss.lower, logLoss.upper));
  }
  return hash.digest("hex").slice(0, 8);
}

/** Rows of numbers, one of them missing, and a category; the first column says something about the label. */
function probe({ rows, columns }: Shape): Table {
  const random = stream(1, rows, columns);
  const label = Array.from({ length: rows }, (_, row) => row % 2);
  const cells = Array.from({ length: columns }, (_, j) => [
    `x${j}`,
    label.map((side, row) => (j === 1 && row === 3 ? Number.NaN : random.uniform() + (j === 0 ? 0.4 * side : 0))),
  ]);
  const category = label.map(() => (random.uniform() < 0.5 ? "a" : "b"));
  return tableFromColumns({ ...Object.fromEntries(cells), category, kind: label.map((side) => `kind ${side}`) });
}
