import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { agreementOf, type Printed } from "../agreement.ts";
import { doneRows, fitJob, operationsOf, type FitWish } from "../fitJob.ts";
import { foundOf, type Found } from "../found.ts";
import { agreementCells, markdownTable, spreadText } from "../markdown.ts";
import type { Claim, ReproduceSettings, Study, Verdict } from "../paper.ts";
import { publishedWhere, type PublishedResult } from "../published.ts";
import { rankText, type BenchmarkFigures } from "./benchmarkFigures.ts";
import { benchmarkSizes, type BenchmarkSize } from "./benchmarkSizes.ts";

/** A column of a table over the benchmark problems. */
export interface BenchmarkMethod {
  /** As the page calls it. */
  readonly title: string;
  /** Picks its figures in print. */
  readonly published: Readonly<Partial<PublishedResult>>;
  /** The problems that it is shown for, of those with a figure in print. Default all. */
  isFor?(problem: BenchmarkSize): boolean;
  /** The model that is fitted to the first partitions to find hyperparameters, where these are to be the same for all. */
  readonly tuned?: (columns: number) => FitWish["model"];
  /** What workers do with that model, and what more it costs. Default: they fit it. */
  readonly tuning?: (problem: BenchmarkSize) => TaskWish;
  /** The model that is measured on every partition, given what was found on the first ones. */
  measured(found: readonly Found[], problem: BenchmarkSize): FitWish["model"];
  /** What workers do with that model, and what more it costs. Default: they fit and measure it. */
  readonly measuring?: (problem: BenchmarkSize) => TaskWish;
  /** Further cells of a problem, from the rows that were measured, those of another method, and the seconds of its search on each of the first partitions. */
  more?(
    rows: readonly ResultRow[],
    problem: string,
    rowsOf: (title: string) => readonly ResultRow[],
    tuningSeconds: (title: string) => readonly number[],
  ): Readonly<Record<string, string>>;
  /** Why ours is worse than in print, by the name of the problem: told below the table wherever it is. */
  readonly explanations?: Readonly<Record<string, string>>;
}

/** Parts of a wish for a fit that say what workers do. */
export type TaskWish = Pick<FitWish, "task" | "study" | "moreOperations">;

/** A table of a paper over the benchmark problems. */
export interface BenchmarkTable {
  readonly title: string;
  /** Its name in print: "Table 2". */
  readonly printed: string;
  /** The protocol, in words. */
  readonly text: string;
  /** In per cent, as the papers have it. */
  readonly figure: "errorRate" | "areaUnderCurve";
  readonly digit: number;
  /** Partitions on which hyperparameters are found. */
  readonly tuningPartitions: number;
  readonly methods: readonly BenchmarkMethod[];
  /** The problems of the table, of those that there are. Default all. Problems without a printed figure are left out. */
  readonly problems?: (sizes: readonly BenchmarkSize[]) => readonly BenchmarkSize[];
  /** What the authors conclude from the table, judged by ours. */
  readonly claims?: (figures: BenchmarkFigures) => readonly Claim[];
  /** Methods whose ranks are shown, by their titles, beside those in print. Default: none are shown. */
  readonly ranked?: readonly string[];
  /** Columns that the paper quotes from others. */
  readonly quoted?: readonly { readonly title: string; readonly published: Readonly<Partial<PublishedResult>> }[];
}

/** The table as a study: hyperparameters on the first partitions, then every method on all partitions of every problem. */
export function benchmarkStudy(table: BenchmarkTable, settings: ReproduceSettings): Study {
  const { problems = (sizes) => sizes } = table;
  const cells = problems(benchmarkSizes(settings.directory)).flatMap((size) =>
    table.methods.flatMap((method) => cellOf(table, method, size, settings)),
  );
  const tuning = cells.flatMap(({ tuned }) => tuned);
  // What is measured costs as much whatever was found; jobs without it serve for the estimate.
  const usual = cells.flatMap(({ measured }) => measured([]));
  return {
    title: table.title,
    shows: [table.printed],
    stages: [
      { operations: operationsOf(tuning), jobs: () => tuning },
      { operations: operationsOf(usual), jobs: (rows) => cells.flatMap((cell) => cell.measured(foundBy(rows, cell))) },
    ],
    part(rows) {
      const judged = cells.map((cell) => judgedCell(table, cell, cells, rows, settings));
      const figures = figuresOf(table, judged, settings);
      return {
        text: [
          table.text,
          ...(table.ranked ? [rankText(figures, table.ranked)] : []),
          ...table.methods.flatMap((method) => {
            const own = judged.filter(({ cell }) => cell.method.title === method.title);
            return [
              `**${method.title}**`,
              markdownTable(own.map(({ row }) => row)),
              tallyText(own.map(({ verdict }) => verdict)),
              ...explanationText(own, method),
            ];
          }),
        ].join("\n\n"),
        drawings: [],
        verdicts: judged.map(({ verdict }) => verdict),
        judged: judged.map(({ cell }) => `${table.printed}, ${cell.printed.method}, ${cell.size.name}`),
        claims: table.claims?.(figures) ?? [],
      };
    },
  };
}

interface Cell {
  readonly printed: PublishedResult;
  readonly method: BenchmarkMethod;
  readonly size: BenchmarkSize;
  readonly tuned: readonly Job<Experiment>[];
  measured(found: readonly Found[]): readonly Job<Experiment>[];
}

function cellOf(
  { tuningPartitions }: BenchmarkTable,
  method: BenchmarkMethod,
  size: BenchmarkSize,
  settings: ReproduceSettings,
): Cell[] {
  const [printed] = publishedWhere(settings.published, { ...method.published, dataset: size.name });
  if (!printed || method.isFor?.(size) === false) return [];
  const { dataset, encoding, fingerprint } = size;
  const jobsOf = (model: FitWish["model"], count: number, wish: TaskWish = {}): Job<Experiment>[] =>
    size.partitions
      .slice(0, count)
      .map((partition) =>
        fitJob({ dataset, fingerprint, partition, model, ...(encoding && { encoding }), ...wish, size }, settings),
      );
  const { tuned, tuning, measuring } = method;
  return [
    {
      printed,
      method,
      size,
      tuned: tuned ? jobsOf(tuned(size.columns), Math.min(tuningPartitions, settings.partitions), tuning?.(size)) : [],
      measured: (found) => jobsOf(method.measured(found, size), settings.partitions, measuring?.(size)),
    },
  ];
}

function foundBy(rows: readonly ResultRow[], { tuned }: Cell): Found[] {
  return doneRows(rows, tuned).map(foundOf);
}

interface JudgedCell {
  readonly cell: Cell;
  readonly row: Readonly<Record<string, string>>;
  readonly verdict: Verdict;
  readonly mean: number;
  readonly rows: readonly ResultRow[];
}

function figuresOf(
  { figure, quoted = [] }: BenchmarkTable,
  judged: readonly JudgedCell[],
  { published }: ReproduceSettings,
): BenchmarkFigures {
  const cellOf = (title: string, problem: string): JudgedCell | undefined =>
    judged.find(({ cell }) => cell.method.title === title && cell.size.name === problem);
  return {
    problems: [...new Set(judged.map(({ cell }) => cell.size.name))],
    better: figure === "errorRate" ? "lower" : "higher",
    ours: (title, problem) => cellOf(title, problem)?.mean ?? Number.NaN,
    rowsOf: (title, problem) => cellOf(title, problem)?.rows ?? [],
    printed(title, problem) {
      const quote = quoted.find((each) => each.title === title);
      const [found] = quote ? publishedWhere(published, { ...quote.published, dataset: problem }) : [];
      return found?.mean ?? cellOf(title, problem)?.cell.printed.mean ?? Number.NaN;
    },
  };
}

function judgedCell(
  { figure, digit, methods, quoted = [] }: BenchmarkTable,
  cell: Cell,
  cells: readonly Cell[],
  rows: readonly ResultRow[],
  { published }: ReproduceSettings,
): JudgedCell {
  const { name, printedPartitions } = cell.size;
  const measuredBy = (one: Cell): ResultRow[] => doneRows(rows, one.measured(foundBy(rows, one)));
  const done = measuredBy(cell);
  const rowsOf = (title: string): ResultRow[] =>
    cells.filter(({ method, size }) => method.title === title && size.name === name).flatMap(measuredBy);
  const tuningSeconds = (title: string): number[] =>
    cells
      .filter(({ method, size }) => method.title === title && size.name === name)
      .flatMap(({ tuned }) => doneRows(rows, tuned).map(({ seconds }) => seconds));
  const { mean, std } = cell.printed;
  const printed: Printed = { mean, deviation: std ?? undefined, runs: printedPartitions, digit };
  const found = agreementOf(
    done.map((row) => 100 * row[figure]),
    printed,
    { better: figure === "errorRate" ? "lower" : "higher" },
  );
  // Once is enough: beside the method of the paper.
  const others = (cell.method.title === methods[0].title ? quoted : []).map(({ title, published: wanted }) => {
    const [other] = publishedWhere(published, { ...wanted, dataset: name });
    return [`${title}, printed`, other ? spreadText(other.mean, other.std ?? undefined, 2) : ""];
  });
  return {
    cell,
    row: {
      problem: name,
      ...agreementCells(printed, found),
      ...cell.method.more?.(done, name, rowsOf, tuningSeconds),
      ...Object.fromEntries(others),
    },
    verdict: found.verdict,
    mean: found.mean,
    rows: done,
  };
}

function tallyText(verdicts: readonly string[]): string {
  const good = verdicts.filter((verdict) => verdict === "agrees" || verdict === "better").length;
  return `${good} of ${verdicts.length} problems agree with the printed mean or are better.`;
}

/** What is known of the problems on which ours is worse, and for which of them nothing is. */
function explanationText(judged: readonly JudgedCell[], { explanations = {} }: BenchmarkMethod): string[] {
  const worse = judged.filter(({ verdict }) => verdict === "worse").map(({ cell }) => cell.size.name);
  if (worse.length === 0) return [];
  const told = worse.filter((name) => Object.hasOwn(explanations, name));
  const untold = worse.filter((name) => !told.includes(name));
  return [
    "Where ours is worse:",
    [
      ...told.map((name) => `- ${name}: ${explanations[name]}`),
      ...(untold.length > 0 ? [`- ${untold.join(", ")}: not explained.`] : []),
    ].join("\n"),
  ];
}
