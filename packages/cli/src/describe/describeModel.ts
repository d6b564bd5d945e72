import { type Posterior, type Warning } from "kernelbayes";
import { chooseEngine } from "kernelbayes/engine";
import { lacksSignal, type ColumnProfile } from "kernelbayes/evaluate";
import { version } from "kernelbayes/models";
import { type ColumnEncoding } from "kernelbayes/table";
import { neededColumns } from "kernelbayes/predict";
import { classRows } from "../fit/classFrequencies.ts";
import { chosenLines } from "../fit/chosenLines.ts";
import { measuredJson } from "../fit/outcomeJson.ts";
import { leftOutRows } from "../measure/leftOutRows.ts";
import { measuredScores, type MeasuredScores } from "../measure/measuredScores.ts";
import { howText, scoreLines } from "../measure/scoreLines.ts";

/** More columns are told on demand only. */
const shown = 40;

/** What a model file is, as data. */
export function modelJson(source: string, posterior: Posterior): Record<string, unknown> {
  const { model, target, encoding, training, candidates, evidence, search, warnings, seed, engine, library } =
    posterior;
  const measured = measuredOf(posterior);
  return {
    kind: "model",
    source,
    model,
    target,
    classes: classRows(posterior),
    rows: training.of?.rows ?? training.rows.length,
    columns: neededColumns(posterior),
    missing: encoding.missing,
    unseen: encoding.unseen,
    ...(measured && { leaveOneOut: { method: posterior.leaveOneOut?.method, ...measuredJson(measured) } }),
    ...(evidence !== undefined && { evidence }),
    ...(search && { search }),
    ...(candidates && { candidates }),
    warnings,
    seed,
    engine,
    library,
  };
}

/** What a model file is, as lines: model, classes, the columns that it needs, how good it is, and where it comes from. */
export function modelLines(source: string, posterior: Posterior, isAll: boolean): string[] {
  const { target, encoding, training, evidence, warnings, seed, engine, library } = posterior;
  const measured = measuredOf(posterior);
  const counts = classRows(posterior).map(({ name, rows }) => `${name} ${rows}`);
  const told = isAll ? encoding.columns : encoding.columns.slice(0, shown);
  return [
    `${source}: a classifier of ${target}, fitted to ${training.of?.rows ?? training.rows.length} rows.`,
    ...warnings.filter(isNoSignal).flatMap(({ message }) => ["", message, ""]),
    ...chosenLines(posterior),
    ...(posterior.candidates === undefined ? [] : [""]),
    `Classes: ${counts.join(", ")} (rows of training).`,
    "",
    `It needs ${encoding.columns.length === 1 ? "this column" : `these ${encoding.columns.length} columns`}, by name and in any order (missing cells: ${rules[encoding.missing]}; categories not seen in training: ${unseen[encoding.unseen]}):`,
    ...told.map((column, at) => `  ${column.name}: ${kindOf(column)}${rangeText(column, posterior.profiles?.[at])}`),
    ...(told.length < encoding.columns.length
      ? [`  … and ${encoding.columns.length - told.length} more (--all shows them)`]
      : []),
    "",
    ...(measured
      ? [`Measured on ${howText({ how: "leave-one-out" }, measured.rows)}:`, "", scoreLines(measured), ""]
      : lacksSignal(posterior)
        ? [
            "Its leave-one-out figures are not shown, as they show no signal: try `kernelbayes evaluate` with labelled rows.",
            "",
          ]
        : ["It was not measured by leave-one-out: try `kernelbayes evaluate` with labelled rows.", ""]),
    ...(evidence === undefined ? [] : [`Log evidence ${evidence.toFixed(2)}.`]),
    ...warnings.filter((warning) => !isNoSignal(warning)).map(({ message }) => `Note: ${message}`),
    `Seed ${seed}, engine ${engine}, fitted by kernelbayes ${library}; this is ${version}, engine ${chooseEngine().engine.name}.`,
  ];
}

const rules: Readonly<Record<Posterior["encoding"]["missing"], string>> = {
  impute: "imputed",
  drop: "refused",
  refuse: "refused",
};

const unseen: Readonly<Record<Posterior["encoding"]["unseen"], string>> = {
  refuse: "refused",
  zeros: "like rare ones, else like none",
};

function isNoSignal(warning: Warning): boolean {
  return lacksSignal({ warnings: [warning] });
}

function measuredOf(posterior: Posterior): MeasuredScores | undefined {
  const rows = lacksSignal(posterior) ? undefined : leftOutRows(posterior);
  return rows && rows.truth.length > 1 ? measuredScores(rows, { seed: posterior.seed }) : undefined;
}

/** The range of a column of numbers in the training rows; models of earlier versions do not know it. */
function rangeText({ kind }: ColumnEncoding, profile: ColumnProfile | undefined): string {
  if (profile?.kind !== "number") return "";
  const short = (value: number): string =>
    kind === "date" ? new Date(value * 86_400_000).toISOString().slice(0, 10) : String(Number(value.toPrecision(4)));
  return `, ${short(profile.quantiles[0])} to ${short(profile.quantiles.at(-1)!)} in training`;
}

function kindOf(column: ColumnEncoding): string {
  if (column.kind === "date") {
    const parts = [
      ...(column.elapsed ? ["elapsed time"] : []),
      ...column.cycles.map((cycle) => `place in the ${cycle}`),
    ];
    return `date, as ${parts.join(", ")}`;
  }
  if (column.kind !== "category")
    return column.kind === "rank" ? "number, by rank" : column.kind === "presence" ? "whether it is there" : "number";
  const levels = column.levels.slice(0, 6).join(", ");
  const rare = column.rareLevels ? `; ${column.rareLevels.length} rare ones pooled` : "";
  return `category, ${levels}${column.levels.length > 6 ? `, … (${column.levels.length} in all)` : ""}${rare}`;
}
