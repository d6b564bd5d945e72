import { version } from "kernelbayes";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { counts } from "./counts.ts";
import { explanation, markdownTable } from "./markdown.ts";
import type { Drawing, Paper, ReproduceSettings, Study, Verdict } from "./paper.ts";

/** A paper with what its studies found. */
export interface ReproducedPaper {
  readonly paper: Paper;
  readonly studies: readonly { readonly study: Study; readonly rows: readonly ResultRow[] }[];
}

/** The page of a paper, the figures on it and what came out. */
export interface Page {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly drawings: readonly Drawing[];
  readonly verdicts: readonly Verdict[];
}

/** Writes the page of a paper. */
export function pageOf({ paper, studies }: ReproducedPaper, settings: ReproduceSettings): Page {
  const parts = studies.map(({ study, rows }) => ({ study, ...study.part(rows) }));
  const failed = studies.flatMap(({ rows }) => rows.filter(({ status }) => status === "failed"));
  return {
    name: paper.name,
    title: paper.title,
    text: [
      `# ${paper.title}`,
      paper.reference,
      paper.introduction,
      `${settingsText(settings)} ${explanation}`,
      ...parts.flatMap(({ study, text }) => [`## ${study.title}`, text]),
      ...failureText(failed),
      "",
    ].join("\n\n"),
    drawings: parts.flatMap(({ drawings }) => drawings),
    verdicts: parts.flatMap(({ verdicts }) => verdicts),
  };
}

/** The page that leads to those of the papers, with what came out on each. */
export function indexPage(pages: readonly Page[], settings: ReproduceSettings): string {
  const outcomes = ["agrees", "better", "worse", "not measured"] as const;
  return [
    "# The papers, reproduced",
    settingsText(settings),
    markdownTable(
      pages.map(({ name, title, verdicts }) => ({
        paper: `[${title}](${name}.md)`,
        "figures in print": verdicts.length,
        ...Object.fromEntries(outcomes.map((outcome) => [outcome, verdicts.filter((each) => each === outcome).length])),
      })),
    ),
    "`summary.csv` has the mean and the deviation of every measure by data set and method. The folder `store` keeps every single " +
      "result; the same command goes on from there.",
    "",
  ].join("\n\n");
}

function settingsText({ partitions, isQuick, seed, engine }: ReproduceSettings): string {
  return (
    `kernelbayes ${version}, engine ${engine}, seed ${seed}, at most ${counts(partitions, "partition")} of a problem.` +
    (isQuick ? " **A quick run:** what was cut short is said at each table and figure." : "")
  );
}

function failureText(failed: readonly ResultRow[]): string[] {
  if (failed.length === 0) return [];
  const lines = failed.map(({ dataset, partition, method, error }) => `- ${dataset} ${partition}, ${method}: ${error}`);
  return ["## What failed", [...new Set(lines)].join("\n")];
}
