import { fitSync, selectRows, tableFromColumns, type Posterior, type Table } from "kernelbayes";
import { modelFromDocument, type ModelDocument } from "kernelbayes/models";
import { random, stream } from "kernelbayes/numeric";
import { shapleyValuesSync, type ShapleyOptions } from "kernelbayes/explain";
import { numberOf, type Benchmark, type Row } from "./benchmark.ts";
import { cpuMilliseconds, rounded, timed } from "./cpuTime.ts";
import { permutationShap } from "./permutationShap.ts";

/** Rows that permutation SHAP explains; it takes as long for each. */
const comparedRows = 2;
/** The seconds that all rows may take. */
const mostSeconds = 10;

const byDefault = "background, 50 rows (default)";

const models: readonly ModelDocument[] = [
  { name: "lssvm" },
  { name: "lssvm", kernel: { kind: "l1", weight: 0.05 }, regularization: 0.1 },
  { name: "gpc", kernel: { kind: "scale", kernel: { kind: "gaussian", lengthScale: 8, fixed: ["lengthScale"] } } },
  { name: "lda" },
];

/** What it takes to explain rows exactly, beside permutation SHAP over the model's own predictions. */
export const explain: Benchmark = {
  description: "Shapley values of rows, exactly, and by permutation SHAP over predict",
  options: {
    rows: "rows of the table, all of them explained (default 400)",
    columns: "columns of the table (default 70)",
  },
  // The work is short, and nothing in it waits.
  // oxlint-disable-next-line require-await
  async run({ rows = "400", columns = "70" }) {
    const n = numberOf(rows, "rows");
    const p = numberOf(columns, "columns");
    const table = sample(n, p);
    const found = models.map((model) => measured(model, table));
    const exact = found.flatMap(({ exact: each }) => each);
    return {
      title: `CPU seconds to explain ${n} rows of ${n} × ${p}, by formula`,
      rows: exact,
      notes: [
        `The goal is ${mostSeconds} s on one core for each model by default, with 50 background rows, and with removed columns: ${isMet(exact) ? "met" : "SHORT"}. The time is linear in background rows.`,
      ],
      more: [
        {
          title: `The same values with 50 background rows, by permutation SHAP over the model's own predict (${comparedRows} rows)`,
          rows: found.flatMap(({ compared }) => compared),
          notes: [
            "3 pairs of orders are what the 500 evaluations allow that SHAP takes by default. The error is the root mean square of its values from the exact ones, over the root mean square of these.",
          ],
        },
      ],
    };
  },
};

/** Whether each model took less than the goal in the ways that it is about. */
function isMet(exact: readonly Row[]): boolean {
  const judged = exact.filter((row) => row["absent columns"] === byDefault || row["absent columns"] === "removed");
  return judged.every((row) => Number(row["seconds"]) < mostSeconds);
}

function sample(rows: number, columns: number): Table {
  const draws = stream(7, rows, columns);
  const labels = Array.from({ length: rows }, (_, i) => i % 2);
  return tableFromColumns({
    ...Object.fromEntries(
      Array.from({ length: columns }, (_, j) => [
        `x${j + 1}`,
        labels.map((label) => random.normal(draws) * (label === 1 && j % 3 === 0 ? 1.5 : 1) + (label * 2) / (j + 2)),
      ]),
    ),
    label: labels.map((label) => `class ${label}`),
  });
}

function measured(document: ModelDocument, table: Table): { readonly exact: Row[]; readonly compared: Row[] } {
  const posterior = fitSync(modelFromDocument(document), table, { target: "label", seed: 1 });
  const title = titleOf(document);
  const ways: readonly (readonly [string, ShapleyOptions])[] = [
    ["removed", { absent: "removed" }],
    ["background, 20 rows", { backgroundRows: 20 }],
    [byDefault, {}],
    ["background, 100 rows", { backgroundRows: 100 }],
  ];
  // Once for the compiler.
  shapleyValuesSync(posterior, selectRows(table, [0, 1, 2]), { background: table });
  return {
    exact: ways.map(([absent, options]) => {
      const { result, milliseconds } = timed(() => shapleyValuesSync(posterior, table, options));
      return { model: title, "absent columns": absent, method: result.method, seconds: rounded(milliseconds / 1000) };
    }),
    compared: comparedWays(posterior, title, table),
  };
}

function titleOf({ name, kernel }: ModelDocument): string {
  const kind = (kernel as { readonly kind?: string } | undefined)?.kind;
  return kind === undefined ? name : `${name}, ${kind}`;
}

/** Permutation SHAP knows predictions alone: models whose log odds are explained exactly can be compared with it. */
function comparedWays(posterior: Posterior, title: string, table: Table): Row[] {
  const options = { background: table, backgroundRows: 50 };
  const all = shapleyValuesSync(posterior, table, options);
  if (all.scale !== "log-odds") return [];
  const exactSeconds = cpuMilliseconds(() => shapleyValuesSync(posterior, table, options)) / 1000 / table.rows;
  const p = all.columns.length;
  const exact = all.outputs[1].contributions.data.subarray(0, comparedRows * p);
  return [1, 3].map((pairs) => {
    const { result, milliseconds } = timed(() =>
      permutationShap(
        posterior,
        selectRows(
          table,
          Array.from({ length: comparedRows }, (_, i) => i),
        ),
        {
          ...options,
          pairs,
        },
      ),
    );
    const seconds = milliseconds / 1000 / comparedRows;
    const error = Math.sqrt(
      exact.reduce((sum, value, at) => sum + (result[at] - value) ** 2, 0) /
        exact.reduce((sum, value) => sum + value ** 2, 0),
    );
    return {
      model: title,
      "pairs of orders": pairs,
      "exact, s per row": rounded(exactSeconds),
      "permutation, s per row": rounded(seconds),
      ratio: rounded(seconds / exactSeconds),
      "error of permutation": `${rounded(100 * error)} %`,
    };
  });
}
