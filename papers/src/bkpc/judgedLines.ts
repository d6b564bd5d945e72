import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { agreementOf, type Agreement, type Printed } from "../agreement.ts";
import { doneRows } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { agreementCells, markdownTable } from "../markdown.ts";
import type { PagePart, ReproduceSettings } from "../paper.ts";
import { publishedWhere } from "../published.ts";
import type { WideProblem } from "./wideProblems.ts";

/** Splits and chains behind every figure in print. */
export const printedRuns = 10;

/** A row of a table: a classifier on a data set, with its jobs. */
export interface Line {
  readonly problem: WideProblem;
  readonly title: string;
  /** Its name in print. */
  readonly method: string;
  jobs(rows: readonly ResultRow[]): readonly Job<Experiment>[];
}

/** A table of errors beside the printed ones. */
export function judgedPart(
  table: string,
  lines: readonly Line[],
  rows: readonly ResultRow[],
  { published }: ReproduceSettings,
): Pick<PagePart, "text" | "verdicts"> & { readonly judged: readonly string[]; readonly lines: readonly JudgedLine[] } {
  const cells = lines.flatMap(({ problem, title, method, jobs }) => {
    const wanted = { source: "domijan2011", table, method, dataset: problem.name, metric: "error" };
    return publishedWhere(published, wanted).map(({ mean, std }): JudgedLine => {
      const printed: Printed = { mean, deviation: std ?? undefined, runs: printedRuns, digit: 0.01 };
      const done = doneRows(rows, jobs(rows));
      const found = agreementOf(
        done.map(({ errorRate }) => errorRate),
        printed,
        { better: "lower" },
      );
      return { problem, title, method, printed, found, done };
    });
  });
  return {
    text: markdownTable(cells.map(rowOf)),
    verdicts: cells.map(({ found }) => found.verdict),
    judged: cells.map(({ problem, method }) => `${table}, ${method}, ${problem.name}`),
    lines: cells,
  };
}

/** A line beside what is printed of it. */
export interface JudgedLine {
  readonly problem: WideProblem;
  readonly title: string;
  readonly method: string;
  readonly printed: Printed;
  readonly found: Agreement;
  readonly done: readonly ResultRow[];
}

function rowOf({ problem, title, printed, found, done }: JudgedLine): Record<string, string> {
  return {
    "data set": problem.name,
    classifier: title,
    ...agreementCells({ ...printed, digit: 0.001 }, found),
    "log loss": done.length === 0 ? "" : (done.reduce((sum, { logLoss }) => sum + logLoss, 0) / done.length).toFixed(3),
    "largest R-hat": rHatText(done),
  };
}

/** Over all splits; nothing for classifiers without chains, and for single chains. */
function rHatText(rows: readonly ResultRow[]): string {
  const values = rows.flatMap((row) => foundOf(row).largestRHat ?? []).filter(Number.isFinite);
  return values.length === 0 ? "" : Math.max(...values).toFixed(3);
}
