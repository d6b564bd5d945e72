import type { Executor } from "kernelbayes";
import type { Job, JobProgress } from "@kernelbayes/experiment";
import {
  progressLines,
  rowOf,
  runExperiments,
  type Experiment,
  type ProgressLinesOptions,
  type ResultRow,
} from "@kernelbayes/experiment/node";
import { noResults, type KeptResults } from "./keptResults.ts";
import type { Stage, Study } from "./paper.ts";

export interface RunStudiesOptions {
  /** The folder of the store. */
  readonly directory: string;
  /** Whether to remove what is in it. */
  readonly fresh: boolean;
  /** Makes what runs the jobs: with one worker where times are measured, otherwise with as many as there may be. */
  executor(isTimed: boolean): Executor;
  readonly stream: ProgressLinesOptions["stream"];
  readonly signal?: AbortSignal;
  /** Results that need not be computed. Default: none. */
  readonly kept?: KeptResults;
  /** Whether a study is computed; the others consist of what is kept. Default: all are. */
  isComputed?(study: Study): boolean;
  /** Called after every few results with those that are new since the last call, so that a long run can keep them before it ends. */
  onRows?(rows: readonly ResultRow[]): void;
}

/** New results between two calls of `onRows`. */
const rowsPerCall = 50;

/** What the studies found. */
export interface StudyResults {
  /** The rows of each study, in the order of the studies. */
  readonly rows: readonly (readonly ResultRow[])[];
  /** What the user should know about the rows. */
  readonly notices: readonly string[];
}

/**
 * Runs the first stages of all studies together, then their second ones, and so on: whoever waits for one study's last job has
 * those of the others done meanwhile. Jobs that two studies share are run once; jobs that measure times run alone, after the
 * others of their stage.
 */
export async function runStudies(studies: readonly Study[], options: RunStudiesOptions): Promise<StudyResults> {
  const rows: ResultRow[][] = studies.map(() => []);
  const notices = new Set<string>();
  const { kept = noResults, isComputed = () => true, onRows } = options;
  const stages = Math.max(...studies.map((study) => study.stages.length));
  let { fresh } = options;
  for (let stage = 0; stage < stages; stage++) {
    for (const isTimed of [false, true]) {
      const asked = studies.map((study, at) => {
        const one = study.stages.at(stage);
        return one !== undefined && (one.isTimed ?? false) === isTimed ? one.jobs(rows[at]) : [];
      });
      const all = distinct(asked.flat());
      if (all.length === 0) continue;
      const known = new Map(all.flatMap((job) => keptRow(kept, job)));
      const wanted = new Set(asked.flatMap((own, at) => (isComputed(studies[at]) ? own.map(({ key }) => key) : [])));
      const jobs = all.filter(({ key }) => !known.has(key) && wanted.has(key));
      const results =
        jobs.length === 0
          ? { rows: [], notices: [] }
          : await runExperiments({
              jobs,
              executor: options.executor(isTimed),
              directory: options.directory,
              fresh,
              signal: options.signal,
              onNotice: (notice) => options.stream.write(`${notice}\n`),
              onProgress: allOf(
                progressLines({
                  title: `stage ${stage + 1} of ${stages}${isTimed ? ", times" : ""}`,
                  stream: options.stream,
                  clock: () => performance.now() / 1000,
                }),
                onRows && gathering(onRows),
              ),
            });
      fresh = false;
      for (const notice of results.notices) notices.add(notice);
      asked.forEach((own, at) => {
        const keys = new Set(own.map(({ key }) => key));
        rows[at].push(...results.rows.filter(({ key }) => keys.has(key)));
        for (const { key } of own) {
          const row = known.get(key);
          if (row && !rows[at].some((each) => each.key === key)) rows[at].push(row);
        }
      });
    }
  }
  return { rows, notices: [...notices] };
}

/** What is kept of a study, stage by stage. */
export function keptRows(study: Study, kept: KeptResults): ResultRow[] {
  const rows: ResultRow[] = [];
  for (const stage of study.stages)
    rows.push(...stage.jobs(rows).flatMap((job) => keptRow(kept, job).map(([, row]) => row)));
  return rows;
}

type OnProgress = (progress: JobProgress<Experiment>) => void;

function allOf(...listeners: readonly (OnProgress | undefined)[]): OnProgress {
  return (progress) => {
    for (const listener of listeners) listener?.(progress);
  };
}

/** Hands new rows on, several at a time. */
function gathering(onRows: (rows: readonly ResultRow[]) => void): OnProgress {
  const gathered: ResultRow[] = [];
  return ({ outcome }) => {
    if (outcome) gathered.push(rowOf(outcome, ""));
    if (gathered.length >= rowsPerCall) onRows(gathered.splice(0));
  };
}

/** The kept result of a job, as if the job had been run here. */
function keptRow(kept: KeptResults, { identity, key }: Job<Experiment>): [string, ResultRow][] {
  const row = kept.of(identity);
  return row ? [[key, { ...row, key }]] : [];
}

/** The operations of all stages, and of those that measure times. */
export function operationsIn(studies: readonly Study[]): { readonly all: number; readonly timed: number } {
  const total = (stages: readonly Stage[]): number => stages.reduce((sum, { operations }) => sum + operations, 0);
  const stages = studies.flatMap((study) => study.stages);
  return { all: total(stages), timed: total(stages.filter(({ isTimed }) => isTimed)) };
}

function distinct(jobs: readonly Job<Experiment>[]): Job<Experiment>[] {
  return [...new Map(jobs.map((job) => [job.key, job])).values()];
}
