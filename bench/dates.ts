import { crossValidate, type CrossValidation, type Model, type Table } from "kernelbayes";
import { elpdDifference, type GivenSplit } from "kernelbayes/evaluate";
import { modelFromDocument } from "kernelbayes/models";
import { asText, columnNamed } from "kernelbayes/table";
import { checkTable } from "kernelbayes/check";
import { readTable } from "kernelbayes/node";
import { numberOf, UsageError, type Benchmark, type Row } from "./benchmark.ts";
import { madeVisits } from "./madeVisits.ts";
import "./nativeEngine.ts";

/** What columns of dates are worth as features: left-out rows with them and without. */
export const dates: Benchmark = {
  description: "log loss of left-out rows with dates as features and without, on a made table or one of yours",
  options: {
    table: "a file with a column of dates (a made table)",
    target: "its label column",
    models: "names of models, separated by commas (logistic,rda,gpc,auto)",
    rows: "rows of the made table (400)",
    seed: "1",
  },
  async run({ table: path, target, models = "logistic,rda,gpc,auto", rows = "400", seed: word = "1" }) {
    if ((path === undefined) !== (target === undefined)) throw new UsageError("Give --table and --target together.");
    const seed = numberOf(word, "seed");
    const label = target ?? "outcome";
    const { table: given, bestLogLoss } =
      path === undefined
        ? madeVisits(numberOf(rows, "rows"), seed)
        : { table: await readTable(path, { types: { [label]: "text" } }), bestLogLoss: undefined };
    const { table } = checkTable(given, { target: label });
    const dated = table.columns.filter(({ type }) => type === "date").map(({ name }) => name);
    if (dated.length === 0) throw new UsageError("The table has no column of dates.");
    const found: Row[] = [];
    for (const name of models.split(",")) {
      const model = modelFromDocument({ name });
      const later = laterFifth(table, dated[0]);
      found.push({
        model: name,
        rows: "5 folds",
        ...(await compared(model, table, { target: label, seed, folds: 5 })),
      });
      found.push({
        model: name,
        rows: "the latest fifth",
        ...(await compared(model, table, { target: label, seed, splits: [later] })),
      });
    }
    return {
      title: `${path ?? "Made visits"}: ${table.rows} rows, dates in ${dated.join(", ")}`,
      rows: found,
      notes: [
        "Log loss of left-out rows in nats per row; the gain with its paired standard error.",
        ...(bestLogLoss === undefined
          ? []
          : [`The probabilities that made the labels have a log loss of ${bestLogLoss.toFixed(3)}.`]),
      ],
    };
  },
};

interface Compared {
  readonly target: string;
  readonly seed: number;
  readonly folds?: number;
  readonly splits?: readonly GivenSplit[];
}

/** The same rows predicted by fits that see the dates, and by fits that do not. */
async function compared(model: Model, table: Table, options: Compared): Promise<Row> {
  const given = { ...options, missing: "impute", unseen: "zeros" } as const;
  const without = await crossValidate(model, table, { ...given, dates: "ignore" });
  const seen = await crossValidate(model, table, { ...given, dates: "features" });
  const { difference, standardError, rows } = elpdDifference(densities(seen), densities(without));
  return {
    "dates left out": without.scores.logLoss.mean.toFixed(3),
    "as features": seen.scores.logLoss.mean.toFixed(3),
    gain: `${(difference / rows).toFixed(3)} ± ${(standardError / rows).toFixed(3)}`,
  };
}

function densities({ logProbabilities: { data, columns }, truth }: CrossValidation): Float64Array {
  return Float64Array.from(truth, (label, row) => data[row * columns + label]);
}

/** The last fifth of the rows in the order of a column of dates, to be predicted from all before. */
function laterFifth(table: Table, name: string): GivenSplit {
  const times = asText(columnNamed(table, name));
  const known = Array.from({ length: table.rows }, (_, row) => row).filter((row) => times[row] !== undefined);
  const ordered = known.toSorted((a, b) => (times[a]! < times[b]! ? -1 : Number(times[a]! > times[b]!)));
  const start = Math.round(0.8 * ordered.length);
  return { train: ordered.slice(0, start), test: ordered.slice(start) };
}
