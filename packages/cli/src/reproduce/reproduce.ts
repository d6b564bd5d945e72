import { join } from "node:path";
import { availableParallelism } from "node:os";
import { InputError, selectEngine, type Executor } from "kernelbayes";
import { outputFolder, workerExecutor } from "kernelbayes/node";
import { timesOf, order } from "../doctor/times.ts";
import { durationText } from "../experiment/progressLines.ts";
import { wholeNumber, workersOf } from "../options.ts";
import { counts } from "../output/counts.ts";
import { print, printJson, remark } from "../output/standardOutput.ts";
import { writeWhole } from "../output/writeWhole.ts";
import { interruptible } from "../progress/interruption.ts";
import { indexPage, pageOf, type Page } from "./pages.ts";
import type { Paper, ReproduceSettings } from "./paper.ts";
import { papers } from "./papers.ts";
import type { PaperName } from "./paperTitles.ts";
import { publishedFile, readPublished, requirePublished } from "./published.ts";
import { operationsIn, runStudies } from "./runStudies.ts";
import { summaryCsv } from "./summaryCsv.ts";

/** What the options of `reproduce` were given, as written. */
export interface ReproduceWords {
  readonly data?: string | undefined;
  readonly partitions?: string | undefined;
  readonly quick?: true | undefined;
  readonly out: string;
  readonly seed: string;
  readonly jobs?: string | undefined;
  readonly fresh?: true | undefined;
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
}

/** Partitions of a quick run and of a full one, unless others are asked for. */
const usualPartitions = { quick: 5, full: 100 };

/** Where the data are looked for unless the command says where, in this order. */
const usualFolders = ["data", "../shared/data"];

/** The command `reproduce`: runs the tables and figures of papers and writes a page about each. */
export async function reproduce(
  name: string,
  words: ReproduceWords,
  makeExecutor: (workers: number) => Executor = inWorkers,
): Promise<void> {
  const chosen = papersNamed(name);
  const settings = settingsOf(words);
  const { workers = availableParallelism() } = workersOf(words.jobs);
  await outputFolder(words.out);
  const studies = chosen.map((paper) => paper.studies(settings));
  const isTold = !words.quiet && !words.json;
  if (isTold) print(estimateText(chosen, studies.flat(), settings, workers));

  const store = join(words.out, "store");
  const { rows, notices } = await interruptible(
    (signal) =>
      runStudies(studies.flat(), {
        directory: store,
        fresh: words.fresh ?? false,
        executor: (isTimed) => makeExecutor(isTimed ? 1 : workers),
        stream: isTold ? process.stderr : { write: () => true },
        signal,
      }),
    () =>
      `What was finished is kept in ${store}; the same command${words.fresh ? " without --fresh" : ""} goes on from there.`,
  );
  for (const notice of notices) remark(notice);

  let at = 0;
  const pages = chosen.map((paper, number) =>
    pageOf({ paper, studies: studies[number].map((study) => ({ study, rows: rows[at++] })) }, settings),
  );
  const inputs = [publishedFile(settings.directory)];
  const files = await writePages(words.out, pages, settings, inputs);
  await writeWhole(join(words.out, "summary.csv"), summaryCsv(rows.flat()), inputs);
  if (words.json) printJson(jsonOf(pages, settings, files));
  else for (const page of pages) print(lineOf(page, words.out));
}

/** Workers that know the tasks of reproductions; their script lies beside the program. */
function inWorkers(workers: number): Executor {
  return workerExecutor({ workers, script: new URL("./experimentWorker.js", import.meta.url) });
}

function papersNamed(name: string): readonly Paper[] {
  if (name === "all") return Object.values(papers);
  if (Object.hasOwn(papers, name)) return [papers[name as PaperName]];
  const known = Object.keys(papers).join(", ");
  throw new InputError("unknown-paper", `There is no paper "${name}". There are ${known}, and all.`);
}

function settingsOf({ data, partitions, quick, seed }: ReproduceWords): ReproduceSettings {
  const isQuick = quick ?? false;
  const directory = data ?? usualFolders.find((folder) => readPublished(folder)) ?? usualFolders[0];
  return {
    directory,
    partitions:
      partitions === undefined ? usualPartitions[isQuick ? "quick" : "full"] : wholeNumber("partitions", partitions, 2),
    isQuick,
    seed: wholeNumber("seed", seed, 0),
    engine: selectEngine().name,
    published: requirePublished(directory),
  };
}

/** What will be run and about how long it takes, from the operations and the speed of the engine here. */
function estimateText(
  chosen: readonly Paper[],
  studies: ReturnType<Paper["studies"]>,
  { engine, partitions }: ReproduceSettings,
  workers: number,
): string {
  // Multiplications and additions of a Cholesky factorization, a millisecond.
  const speed = order ** 3 / 3 / timesOf(selectEngine(engine)).cholesky;
  const { all, timed } = operationsIn(studies);
  const seconds = (timed + (all - timed) / workers) / speed / 1000;
  return (
    `${counts(studies.length, "table")} and figures of ${chosen.map(({ name }) => name).join(", ")}, up to ` +
    `${counts(partitions, "partition")}, with ${counts(workers, "worker")} on ${engine}: about ${durationText(seconds)}, to within ` +
    "a factor of a few, less what earlier runs have kept."
  );
}

async function writePages(
  out: string,
  pages: readonly Page[],
  settings: ReproduceSettings,
  inputs: readonly string[],
): Promise<string[]> {
  const files = [
    { file: "index.md", content: indexPage(pages, settings) },
    ...pages.flatMap(({ name, text, drawings }) => [
      { file: `${name}.md`, content: text },
      ...drawings.map(({ file, svg }) => ({ file, content: svg })),
    ]),
  ];
  for (const { file, content } of files) await writeWhole(join(out, file), content, inputs);
  return files.map(({ file }) => file);
}

function lineOf({ name, verdicts }: Page, out: string): string {
  const number = (outcome: string): number => verdicts.filter((verdict) => verdict === outcome).length;
  return (
    `${join(out, `${name}.md`)}: of ${counts(verdicts.length, "printed figure")} ${number("agrees")} agree, ` +
    `${number("better")} are better, ${number("worse")} worse, ${number("not measured")} not measured.`
  );
}

function jsonOf(pages: readonly Page[], settings: ReproduceSettings, files: readonly string[]): unknown {
  const { partitions, isQuick, seed, engine } = settings;
  return {
    partitions,
    quick: isQuick,
    seed,
    engine,
    papers: pages.map(({ name, verdicts }) => ({ name, verdicts })),
    files,
  };
}
