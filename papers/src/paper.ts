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
  studies(settings: ReproduceSettings): Study[];
}

/** One table or figure of a paper. */
export interface Study {
  readonly title: string;
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
}

/** A figure and the name of its file. */
export interface Drawing {
  readonly file: string;
  readonly svg: string;
}

/** Whether a figure of ours agrees with a printed one, or is better or worse by more than chance. */
export type Verdict = "agrees" | "better" | "worse" | "not measured";
