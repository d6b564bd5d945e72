import { fitSync, tableFromColumns } from "kernelbayes";
import { modelFromDocument, models } from "kernelbayes/models";
import { type Cell } from "kernelbayes/table";
import { checkPrediction, verdictOf, type Random, type Subject } from "./subject.ts";

interface OptionsInput {
  readonly model: Readonly<Record<string, unknown>>;
  /** Small tables are fitted by models that are quick whatever their options. */
  readonly columns: Readonly<Record<string, readonly Cell[]>> | undefined;
  readonly fit: Readonly<Record<string, unknown>>;
}

const quick = ["lda", "qda", "rda", "logistic", "krr", "lssvm", "orkfd", "kfd", "svc"];
const values = [
  null,
  0,
  -1,
  1,
  2,
  0.5,
  1e-300,
  1e300,
  "auto",
  "none",
  "gaussian",
  "linear",
  "",
  true,
  false,
  [],
  [1],
  {},
  { name: "matern" },
];

/** Models with any options, and fits of them to hostile little tables. */
export const modelOptions: Subject<OptionsInput> = {
  generate(random) {
    const name = random.next() < 0.7 ? random.pick(quick) : random.pick(Object.keys(models));
    const own = models[name as keyof typeof models].options.map((option) => option.name);
    const given = Object.fromEntries(
      [...own, "no such option"].filter(() => random.next() < 0.05).map((option) => [option, random.pick(values)]),
    );
    return {
      model: { name, ...given },
      columns: quick.includes(name) ? columnsOf(random) : undefined,
      fit: {
        target: random.next() < 0.95 ? "y" : "x",
        ...(random.next() < 0.3 && { missing: random.pick(["impute", "drop", "refuse", "no"]) }),
        ...(random.next() < 0.2 && { exclude: [random.pick(["x", "z", "y", "none"])] }),
        ...(random.next() < 0.2 && { weights: random.pick(["z", "c"]) }),
        ...(random.next() < 0.1 && { group: "c" }),
      },
    };
  },
  judge: ({ model, columns, fit }) =>
    verdictOf(() => {
      const made = modelFromDocument(model);
      modelFromDocument(made.toDocument());
      if (columns === undefined) return;
      const table = tableFromColumns(columns);
      checkPrediction(fitSync(made, table, fit as unknown as { target: string }), table);
    }),
};

const numbers = [0, 1, 1, 1, 1e-300, 1e300, -1e300, 1e16, null, 0.1];

function columnsOf({ below, pick, next }: Random): Readonly<Record<string, readonly Cell[]>> {
  const rows = 1 + below(16);
  const isHostile = next() < 0.5;
  const cells = (cell: () => Cell): Cell[] => Array.from({ length: rows }, cell);
  const labels = pick([["a", "b"], ["a", "b", "c"], ["a", "\u0000", "="], ["a"], ["a", "b", null]]);
  return {
    x: cells(() => (isHostile ? pick(numbers) : next())),
    z: cells(() => next() - 0.5),
    c: cells(() => pick(["u", "v", "w"])),
    y: cells(() => pick(labels)),
  };
}
