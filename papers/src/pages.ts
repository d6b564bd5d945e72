import { version } from "kernelbayes/models";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { counts } from "./counts.ts";
import { explanation, markdownTable } from "./markdown.ts";
import type { Claim, Drawing, PagePart, Paper, ReproduceSettings, Study, Verdict } from "./paper.ts";

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
  /** One for each number in print. */
  readonly verdicts: readonly Verdict[];
  readonly claims: readonly Claim[];
  /** Every figure and table of the paper, with what there is of it. */
  readonly items: readonly ShownItem[];
}

/** A figure or table of a paper, and what there is of it on its page. */
interface ShownItem {
  readonly name: string;
  readonly subject: string;
  readonly state: string;
}

/** Writes the page of a paper. */
export function pageOf({ paper, studies }: ReproducedPaper, settings: ReproduceSettings): Page {
  const parts = studies.map(({ study, rows }) => ({
    study,
    completeness: completenessOf(study, rows),
    ...study.part(rows),
  }));
  const failed = studies.flatMap(({ rows }) => rows.filter(({ status }) => status === "failed"));
  const claims = parts.flatMap((part) => part.claims ?? []);
  const items = paper.printed.map(({ name, subject, without }) => ({
    name,
    subject,
    state: without ?? stateOf(parts.filter(({ study }) => study.shows.includes(name))),
  }));
  return {
    name: paper.name,
    title: paper.title,
    text: [
      `# ${paper.title}`,
      paper.reference,
      paper.introduction,
      `${settingsText(settings)} ${explanation}`,
      ...claimsText(claims),
      ...parts.flatMap(({ study, completeness, text }) => [`## ${study.title}`, ...partText(completeness, text)]),
      "## Every figure and table of the paper",
      itemsTable(items),
      ...errataText(paper),
      ...failureText(failed),
      "",
    ].join("\n\n"),
    drawings: parts.flatMap(({ completeness, drawings }) =>
      completeness.done === 0 && completeness.all > 0 ? [] : drawings,
    ),
    verdicts: verdictsOf(parts),
    claims,
    items,
  };
}

/** How many of the results that a study asks for are there. */
interface Completeness {
  readonly done: number;
  readonly all: number;
}

function completenessOf(study: Study, rows: readonly ResultRow[]): Completeness {
  const keys = new Set(study.stages.flatMap((stage) => stage.jobs(rows)).map(({ key }) => key));
  return { done: rows.filter(({ key, status }) => status === "done" && keys.has(key)).length, all: keys.size };
}

/** Nothing but a word where nothing was computed yet: tables without a figure in them would say no more. */
function partText(completeness: Completeness, text: string): string[] {
  const { done, all } = completeness;
  if (done === 0 && all > 0) return [`*None of the ${all} results of this part is in yet.*`];
  return [...(done < all ? [`*Of the results of this part ${shareText(completeness)} are in.*`] : []), text];
}

function shareText({ done, all }: Completeness): string {
  return `${done} of ${all}`;
}

/** What there is of a figure or table, by the studies that show it. */
function stateOf(parts: readonly { readonly study: Study; readonly completeness: Completeness }[]): string {
  if (parts.length === 0) return "missing";
  return parts
    .map(({ study, completeness }) => {
      if (completeness.all === completeness.done) return `shown in "${study.title}"`;
      if (completeness.done === 0) return `none of the results of "${study.title}" is in yet`;
      return `shown in "${study.title}", from ${shareText(completeness)} results`;
    })
    .join("; ");
}

/** A number in print counts once, by the first method that is judged by it and was measured. */
function verdictsOf(parts: readonly PagePart[]): Verdict[] {
  const known = new Map<string, Verdict>();
  parts.forEach(({ verdicts, judged }, part) =>
    verdicts.forEach((verdict, at) => {
      const key = judged?.[at] ?? `${part} ${at}`;
      if ((known.get(key) ?? "not measured") === "not measured") known.set(key, verdict);
    }),
  );
  return [...known.values()];
}

function claimsText(claims: readonly Claim[]): string[] {
  if (claims.length === 0) return [];
  return [
    "## What the authors conclude",
    "Each conclusion of the paper beside what our results say. *Holds* and *does not hold* follow from the figures in the last column, by a rule that the program applies to the results; nothing here is typed in.",
    markdownTable(
      claims.map(({ claim, where, outcome, figures }) => ({
        claim,
        where,
        outcome: `**${outcome}**`,
        "our figures": figures,
      })),
    ),
  ];
}

function itemsTable(items: readonly ShownItem[]): string {
  return markdownTable(
    items.map(({ name, subject, state }) => ({ name, "what it shows": subject, "on this page": state })),
  );
}

function errataText({ errata }: Paper): string[] {
  if (errata.length === 0) return [];
  return [
    "## Errata",
    "Places of the paper that cannot be followed as they are printed, and what is used here instead.",
    markdownTable(
      errata.map(({ where, printed, used, evidence, test }) => ({
        where,
        printed,
        "used here": used,
        "how it was found": evidence,
        test: `[${test.split("/").at(-1) ?? test}](${testFolder}/${test})`,
      })),
    ),
  ];
}

/** Seen from docs/reproduction. */
const testFolder = "../../packages/kernelbayes/test";

const outcomes = ["agrees", "better", "worse", "not measured"] as const;
const claimOutcomes = ["holds", "does not hold", "cannot be judged"] as const;

/** The page that leads to those of the papers, with what came out on each. */
export function indexPage(pages: readonly Page[], settings: ReproduceSettings): string {
  return [
    "# The papers, reproduced",
    settingsText(settings),
    "Printed numbers, each counted once, and how ours compare with them:",
    markdownTable(
      pages.map(({ name, title, verdicts }) => ({
        paper: `[${title}](${name}.md)`,
        "numbers in print": verdicts.length,
        ...tally(outcomes, verdicts),
      })),
    ),
    "Conclusions of the authors:",
    markdownTable(
      pages.map(({ name, title, claims }) => ({
        paper: `[${title}](${name}.md#what-the-authors-conclude)`,
        conclusions: claims.length,
        ...tally(
          claimOutcomes,
          claims.map(({ outcome }) => outcome),
        ),
      })),
    ),
    `[Every figure and table](figures.md) of the papers, with what there is of it. \`summary.csv\` has the mean and the deviation of every measure by data set and method. ` +
      "The folder `store` keeps every single result; the same command resumes from there.",
    "",
  ].join("\n\n");
}

/** The page that lists the figures and tables of all papers. */
export function itemsPage(pages: readonly Page[]): string {
  return [
    "# Figures and tables of the papers",
    ...pages.flatMap(({ name, title, items }) => [`## [${title}](${name}.md)`, itemsTable(items)]),
    "",
  ].join("\n\n");
}

function tally<Outcome extends string>(
  all: readonly Outcome[],
  found: readonly Outcome[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(all.map((outcome) => [outcome, found.filter((each) => each === outcome).length]));
}

function settingsText({ partitions, isQuick, seed, engine }: ReproduceSettings): string {
  return (
    `kernelbayes ${version}, engine ${engine}, seed ${seed}, at most ${counts(partitions, "partition")} of a problem.` +
    (isQuick ? " **A quick run:** each table and figure says what was cut short." : "")
  );
}

function failureText(failed: readonly ResultRow[]): string[] {
  if (failed.length === 0) return [];
  const lines = failed.map(({ dataset, partition, method, error }) => `- ${dataset} ${partition}, ${method}: ${error}`);
  return ["## What failed", [...new Set(lines)].join("\n")];
}
