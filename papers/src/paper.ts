import type { Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import type { PaperName } from "./paperTitles.ts";
import type { PublishedResult } from "./published.ts";

/** What all papers are reproduced with. */
export interface ReproduceSettings {
  /** The folder of the data. */
  readonly directory: string;
  /** The first so many partitions of each problem; fewer where a problem has fewer. */
  readonly partitions: number;
  /** Whether partitions, starts, sweeps and repeats are cut to what shows the shape of the results. */
  readonly isQuick: boolean;
  readonly seed: number;
  /** What does the arithmetic, by its full name. */
  readonly engine: string;
  /** The figures that the papers print. */
  readonly published: readonly PublishedResult[];
}

/** A paper: its tables and figures, each a study. */
export interface Paper {
  readonly name: PaperName;
  readonly title: string;
  /** Authors, journal and year. */
  readonly reference: string;
  /** What the paper is about and what was settled where it is silent, for readers who never saw it. */
  readonly introduction: string;
  /** Every figure and table of the paper, in its order. */
  readonly printed: readonly PrintedItem[];
  /** Misprints and gaps of the paper that reproducing it depends on. */
  readonly errata: readonly Erratum[];
  studies(settings: ReproduceSettings): Study[];
}

/** A figure or table of a paper. */
export interface PrintedItem {
  /** "Figure 6". */
  readonly name: string;
  /** What it shows. */
  readonly subject: string;
  /** Why no study shows it: a sketch of a model, or data that are not public. */
  readonly without?: string;
}

/** A place of a paper that cannot be followed as it is printed. */
export interface Erratum {
  /** "Equation 30". */
  readonly where: string;
  /** What is printed there. */
  readonly printed: string;
  /** What is used here. */
  readonly used: string;
  /** How it was found. */
  readonly evidence: string;
  /** The test that shows it, below packages/kernelbayes/test. */
  readonly test: string;
}

/** What a study says about a conclusion of the authors. */
export interface Claim {
  readonly claim: string;
  /** "Section 8.2, Table 2". */
  readonly where: string;
  readonly outcome: "holds" | "does not hold" | "cannot be judged";
  /** One sentence with the figures behind the outcome. */
  readonly figures: string;
}

/** One table or figure of a paper. */
export interface Study {
  readonly title: string;
  /** The figures and tables of the paper that it shows, by their names. */
  readonly shows: readonly string[];
  /** The jobs, in stages: those of a later one may depend on what the earlier ones found. */
  readonly stages: readonly Stage[];
  /** The part of the page, from the rows of all stages. */
  part(rows: readonly ResultRow[]): PagePart;
}

/** Jobs that can run at the same time. */
export interface Stage {
  /** Operations of all jobs together, for the estimate before anything is run. */
  readonly operations: number;
  /** Whether the jobs measure times, and must run one after the other with nothing beside them. */
  readonly isTimed?: boolean;
  /** The jobs, given the rows of the stages before. */
  jobs(rows: readonly ResultRow[]): readonly Job<Experiment>[];
}

/** What a study adds to the page of its paper. */
export interface PagePart {
  /** Markdown, without the heading. */
  readonly text: string;
  readonly drawings: readonly Drawing[];
  /** What came out beside the printed figures. */
  readonly verdicts: readonly Verdict[];
  /** The printed numbers behind the verdicts, where there is one for each: a number that two methods are judged by counts once. */
  readonly judged?: readonly string[];
  /** Conclusions of the authors, judged by the results. */
  readonly claims?: readonly Claim[];
}

/** A figure and the name of its file. */
export interface Drawing {
  readonly file: string;
  readonly svg: string;
}

/** Whether a figure of ours agrees with a printed one, or is better or worse by more than chance. */
export type Verdict = "agrees" | "better" | "worse" | "not measured";
