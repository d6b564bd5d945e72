import { models, type ModelName } from "../../src/models/index.ts";
import { normal, stream } from "../../src/random/index.ts";
import { tableFromColumns } from "../../src/table/index.ts";
import type { Table } from "../../src/table/table.ts";

/** A fit whose predictions are kept: a model with options on one of the tables. */
export interface FrozenCase {
  readonly key: string;
  readonly model: ModelName;
  readonly options: Readonly<Record<string, unknown>>;
  readonly table: TableName;
}

export type TableName = "two classes" | "three classes" | "groups" | "weights" | "few rows" | "many rows";

/** The rows of each class; unbalanced, so that class frequencies matter. */
const sizes: Readonly<Record<TableName, readonly number[]>> = {
  "two classes": [28, 14],
  "three classes": [22, 14, 9],
  groups: [24, 16],
  weights: [20, 14],
  "few rows": [12, 8],
  // Enough for searches that begin with a sample of the rows.
  "many rows": [410, 210],
};

/** Rows to learn from, with columns `group` and `weight` where the case has them, and rows to predict. */
export function frozenTable(name: TableName): { readonly training: Table; readonly unseen: Table } {
  const order = Object.keys(sizes).indexOf(name);
  const counts = sizes[name];
  const random = stream(20, order);
  const classes = counts.flatMap((count, k) => Array.from({ length: count }, () => k));
  const row = (k: number): number[] => [
    1.6 * k + normal(random),
    (k === 1 ? 1.5 : 0) + (1 + 0.4 * k) * normal(random),
    normal(random) * (1 + 0.5 * k),
  ];
  const X = classes.map(row);
  const columns = (rows: readonly number[][]) => ({
    height: rows.map(([value]) => value),
    width: rows.map(([, value]) => value),
    depth: rows.map(([, , value]) => value),
  });
  const training = tableFromColumns({
    ...columns(X),
    kind: classes.map((k) => `kind ${"abc"[k]}`),
    // Groups hold rows of every class, four rows each.
    ...(name === "groups" ? { group: classes.map((_, i) => `g${i % 10}`) } : {}),
    ...(name === "weights" ? { weight: classes.map((_, i) => 1 + (i % 3)) } : {}),
  });
  const unseen = tableFromColumns(columns([0, 1, counts.length - 1, 0].map(row)));
  return { training, unseen };
}

/** Chains of a few sweeps: what is frozen is the arithmetic, not how far they agree. */
const quickChains = { chains: 2, burnIn: 20, sweeps: 60 };
/** Options under which the frozen fits of a model take little time. */
const quick: Partial<Record<ModelName, Readonly<Record<string, unknown>>>> = {
  bkpc: { ...quickChains, bandwidth: "median" },
  bmkc: quickChains,
};

/** Models that search on a sample of many rows before they search on all of them. */
const withSamples: readonly ModelName[] = [
  "lssvm",
  "orkfd",
  "bfd",
  "bayesian-lssvm",
  "gpc",
  "btsvc",
  "kfd",
  "bayesian-kfda",
  "klr",
  "svc",
];

const gaussianKernel = { kind: "gaussian", lengthScale: 1.2 };

/** What an option needs beside it to be taken. */
const companions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "lssvm kernelSearch": { kernel: gaussianKernel },
  "krr kernelSearch": { kernel: gaussianKernel },
  "orkfd kernelSearch": { kernel: gaussianKernel },
  "lssvm basis": { kernel: gaussianKernel, basisSize: 10 },
  "krr basis": { kernel: gaussianKernel, basisSize: 10 },
  "orkfd basis": { kernel: gaussianKernel, basisSize: 10 },
  "kfd threshold": { form: "threshold" },
  "bfd basis": { rank: 8 },
  "btsvc solver": { inference: "laplace" },
  "bkpc kernel linear": { bandwidth: undefined },
};

/** Choices that make no case of their own, and why. */
const leftOut: Readonly<Record<string, string>> = {
  "lssvm basis all": "takes no basis size",
  "krr basis all": "takes no basis size",
  "orkfd basis all": "takes no basis size",
  "auto effort high": "takes as long as all others together",
};

/** All models on all kinds of tables, `auto` as it comes, and every choice of every option once. */
export function frozenCases(): FrozenCase[] {
  const names = Object.keys(models) as ModelName[];
  const tables: TableName[] = ["two classes", "three classes", "groups", "weights"];
  const everywhere = names
    .filter((name) => name !== "auto")
    .flatMap((model) =>
      tables.map((table): FrozenCase => ({ key: `${model} on ${table}`, model, options: quick[model] ?? {}, table })),
    );
  const automatic = tables.flatMap((table) =>
    ["low", "normal"].map((effort): FrozenCase => ({
      key: `auto effort ${effort} on ${table}`,
      model: "auto",
      options: { effort },
      table,
    })),
  );
  const choices = names.flatMap((model) =>
    models[model].options.flatMap(({ name, choices }) =>
      choices
        .filter((choice) => !(`${model} ${name} ${String(choice)}` in leftOut))
        .map((choice): FrozenCase => {
          const options = {
            ...quick[model],
            ...companions[`${model} ${name}`],
            ...companions[`${model} ${name} ${String(choice)}`],
            [name]: choice,
          };
          const table = "few rows";
          return { key: `${model} ${name} ${String(choice)} on ${table}`, model, options, table };
        }),
    ),
  );
  const sampled = withSamples.map((model): FrozenCase => ({
    key: `${model} on many rows`,
    model,
    options: {},
    table: "many rows",
  }));
  const known = new Set([...everywhere, ...automatic].map(({ key }) => key));
  return [...everywhere, ...automatic, ...sampled, ...choices.filter(({ key }) => !known.has(key))];
}
