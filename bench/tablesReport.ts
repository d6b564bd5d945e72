import { friedman, nemenyi } from "kernelbayes/compare";
import type { Report, Row, Section } from "./benchmark.ts";
import type { FitSize } from "./fitSize.ts";

/** A table of the list that comes with the data. */
export interface ListedTable {
  readonly name: string;
  readonly suite: string;
  readonly rows: number;
  readonly columns: number;
  readonly classes: number;
  readonly folds: number;
  /** The measure of the published figures: the log loss, or the area under the curve. */
  readonly metric: string;
  readonly published: Readonly<Record<string, number>>;
}

/** The log loss that is printed about a fit, with its interval. */
export interface Printed {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** What a method did on the test rows of a fold. */
export interface TableScores {
  readonly rows: number;
  readonly logLoss: number;
  readonly errorRate: number;
  /** Of many classes the mean weighted by their frequencies, as in the published figures. */
  readonly areaUnderCurve: number;
  readonly brier: number;
  readonly calibration: number;
  readonly calibrationByChance: number;
  /** CPU seconds of fit and prediction. */
  readonly seconds: number;
  readonly predictSeconds?: number;
  /** Members in use, of a model that combines some. */
  readonly members?: number | undefined;
  readonly size?: FitSize;
}

/** One cell of the scoreboard. */
export interface TableResult extends TableScores {
  readonly table: string;
  readonly fold: number;
  readonly method: string;
  readonly printed?: Printed;
}

type Figure = "logLoss" | "errorRate" | "areaUnderCurve" | "brier" | "calibration" | "calibrationByChance" | "seconds";

/** The tables of the scoreboard: ranks and ratios first, then every figure of every method on every table. */
export function tablesReport(
  listed: readonly ListedTable[],
  results: readonly TableResult[],
  notes: readonly string[],
): Report {
  const methods = [...new Set(results.map(({ method }) => method))];
  const complete = listed.filter(({ name }) =>
    methods.every((method) => foldsOf(results, name, method) === foldsOf(results, name, methods[0])),
  );
  const shown = complete.filter(({ name }) => foldsOf(results, name, methods[0] ?? "") !== "");
  const figure = (name: string, digits: number): Section => ({
    title: titles[name as Figure],
    rows: shown.map((table) => cells(results, table, methods, name as Figure, digits)),
  });
  return {
    title: `Ranks and ratios over ${shown.length} tables`,
    rows: methods.map((method) => summaryRow(results, shown, methods, method)),
    notes,
    more: [
      ...rankNote(results, shown, methods),
      figure("logLoss", 4),
      figure("errorRate", 4),
      figure("areaUnderCurve", 4),
      figure("brier", 4),
      calibrationSection(results, shown, methods),
      figure("seconds", 1),
      ...sizeSection(results),
      ...honestySection(results),
    ],
    data: { results },
  };
}

function sizeSection(results: readonly TableResult[]): Section[] {
  const sized = results.flatMap(({ size, ...each }) => (size ? [{ ...each, size }] : []));
  if (sized.length === 0) return [];
  return [
    {
      title: "Size and speed of the fit",
      rows: sized.map(({ table, method, seconds, size }) => ({
        table,
        method,
        "CPU s": seconds.toFixed(1),
        "file, MB": size.file.toFixed(2),
        "without intervals": size.fileWithoutIntervals.toFixed(2),
        "ms per single row": size.row.toFixed(3),
        "with intervals": size.rowWithIntervals.toFixed(3),
        "peak memory, MB": size.peakMemory.toFixed(0),
      })),
    },
  ];
}

const titles: Readonly<Record<Figure, string>> = {
  logLoss: "Log loss of test rows",
  errorRate: "Error rate of test rows",
  areaUnderCurve: "Area under the curve of test rows",
  brier: "Brier score of test rows",
  calibration: "Calibration error of test rows, in brackets that of perfect probabilities by chance",
  calibrationByChance: "",
  seconds: "CPU seconds of fit and prediction",
};

/** The folds that a method was run on, as a text. */
function foldsOf(results: readonly TableResult[], table: string, method: string): string {
  return results
    .filter((each) => each.table === table && each.method === method)
    .map(({ fold }) => fold)
    .toSorted((a, b) => a - b)
    .join(" ");
}

function meanOf(results: readonly TableResult[], table: string, method: string, figure: Figure): number {
  const own = results.filter((each) => each.table === table && each.method === method);
  return own.reduce((sum, each) => sum + each[figure], 0) / own.length;
}

/** Mean ranks, the geometric mean of the ratio of log losses to the best other method, and how often a method is first. */
function summaryRow(
  results: readonly TableResult[],
  listed: readonly ListedTable[],
  methods: readonly string[],
  method: string,
): Row {
  const ratios = listed.map(({ name }) => {
    const others = methods.filter((other) => other !== method);
    const best = Math.min(...others.map((other) => meanOf(results, name, other, "logLoss")));
    return meanOf(results, name, method, "logLoss") / best;
  });
  const isCompared = methods.length > 1 && listed.length > 0;
  const meanLog = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length;
  return {
    method,
    "rank, log loss": isCompared ? meanRank(results, listed, methods, method, "logLoss") : "",
    "rank, error": isCompared ? meanRank(results, listed, methods, method, "errorRate") : "",
    "ratio to the best other": isCompared ? Math.exp(meanLog).toFixed(3) : "",
    first: isCompared ? ratios.filter((ratio) => ratio < 1).length : "",
    "log loss, geometric mean": geometricMean(listed.map(({ name }) => meanOf(results, name, method, "logLoss"))),
    "CPU s in all": listed.reduce((sum, { name }) => sum + meanOf(results, name, method, "seconds"), 0).toFixed(0),
  };
}

function geometricMean(values: readonly number[]): string {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length).toFixed(4);
}

function scoresTable(
  results: readonly TableResult[],
  listed: readonly ListedTable[],
  methods: readonly string[],
  figure: Figure,
): number[][] {
  return listed.map(({ name }) => methods.map((method) => meanOf(results, name, method, figure)));
}

function meanRank(
  results: readonly TableResult[],
  listed: readonly ListedTable[],
  methods: readonly string[],
  method: string,
  figure: Figure,
): string {
  if (listed.length < 2) return "";
  const { meanRanks } = friedman(scoresTable(results, listed, methods, figure), { better: "lower" });
  return meanRanks[methods.indexOf(method)].toFixed(2);
}

/** How far mean ranks have to lie apart. */
function rankNote(
  results: readonly TableResult[],
  listed: readonly ListedTable[],
  methods: readonly string[],
): Section[] {
  if (methods.length < 2 || listed.length < 2) return [];
  const { meanRanks, p } = friedman(scoresTable(results, listed, methods, "logLoss"), { better: "lower" });
  const { criticalDifference, groups } = nemenyi(meanRanks, listed.length);
  return [
    {
      title: "Mean ranks in log loss that differ",
      rows: groups.map((group) => ({ "not told apart": group.map((at) => methods[at]).join(", ") })),
      notes: [
        `Critical difference ${criticalDifference.toFixed(2)} at level 0.05 (Nemenyi); Friedman's test p = ${p.toPrecision(2)}.`,
      ],
    },
  ];
}

function cells(
  results: readonly TableResult[],
  { name, published, metric }: ListedTable,
  methods: readonly string[],
  figure: Figure,
  digits: number,
): Row {
  const own = methods.map((method) => [method, meanOf(results, name, method, figure).toFixed(digits)] as const);
  const isPublished = metric.toLowerCase().includes("log") ? figure === "logLoss" : figure === "areaUnderCurve";
  const others = isPublished
    ? Object.entries(published).map(([who, value]) => [`${who} (published)`, value.toFixed(4)] as const)
    : [];
  return { table: name, ...Object.fromEntries([...own, ...others]) };
}

function calibrationSection(
  results: readonly TableResult[],
  listed: readonly ListedTable[],
  methods: readonly string[],
): Section {
  return {
    title: titles.calibration,
    rows: listed.map(({ name }) => ({
      table: name,
      ...Object.fromEntries(
        methods.map((method) => [
          method,
          `${meanOf(results, name, method, "calibration").toFixed(3)} (${meanOf(results, name, method, "calibrationByChance").toFixed(3)})`,
        ]),
      ),
    })),
  };
}

/** What was printed about each fit beside the test rows. */
function honestySection(results: readonly TableResult[]): Section[] {
  const judged = results.flatMap(({ printed, ...rest }) => (printed ? [{ ...rest, printed }] : []));
  if (judged.length === 0) return [];
  const ratios = judged.map(({ printed, logLoss }) => printed.estimate / logLoss);
  const covered = judged.filter(({ printed, logLoss }) => printed.lower <= logLoss && logLoss <= printed.upper);
  return [
    {
      title: "Log loss that is printed about a fit, and that of test rows",
      rows: judged.map(({ table, fold, method, printed, logLoss }) => ({
        table,
        fold,
        method,
        printed: printed.estimate.toFixed(4),
        interval: `${printed.lower.toFixed(4)} to ${printed.upper.toFixed(4)}`,
        "test rows": logLoss.toFixed(4),
      })),
      notes: [
        `Mean ratio ${(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toFixed(3)}; ` +
          `${covered.length} of ${judged.length} intervals hold the log loss of the test rows.`,
      ],
    },
  ];
}
