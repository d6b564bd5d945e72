import { join } from "node:path";
import { availableParallelism } from "node:os";
import { InputError, type Executor } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { outputFile, outputFolder, workerExecutor } from "kernelbayes/node";
import { papersCluster } from "./clusterWork.ts";
import { counts } from "./counts.ts";
import { estimateTable, estimateText } from "./estimate.ts";
import { interruptible } from "./interruption.ts";
import { keepResults, noResults, readKeptResults, type KeptResults } from "./keptResults.ts";
import { indexPage, itemsPage, pageOf, type Page, type ReproducedPaper } from "./pages.ts";
import type { Paper, ReproduceSettings, Study } from "./paper.ts";
import { papers } from "./papers.ts";
import type { PaperName } from "./paperTitles.ts";
import { readPublished, requirePublished } from "./published.ts";
import { keptRows, runStudies } from "./runStudies.ts";
import { print, remark } from "./standardOutput.ts";
import { summaryCsv } from "./summaryCsv.ts";
import { wholeNumber } from "./wholeNumber.ts";

/** What the options of `reproduce` were given, as written. */
export interface ReproduceWords {
  readonly data?: string | undefined;
  readonly partitions?: string | undefined;
  readonly quick?: true | undefined;
  readonly out: string;
  readonly seed: string;
  readonly jobs?: string | undefined;
  readonly cluster?: string | undefined;
  readonly fresh?: true | undefined;
  readonly results?: string | undefined;
  readonly keep?: true | undefined;
  readonly only?: string | undefined;
  readonly pages?: true | undefined;
  readonly estimate?: true | undefined;
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
  const address = words.cluster ?? process.env.KERNELBAYES_CLUSTER ?? "";
  const cluster = address === "" ? undefined : await papersCluster(address);
  try {
    await reproducePapers(chosen, words, (isTimed, workers) =>
      // Times are those of this machine, one after the other.
      isTimed ? makeExecutor(1) : (cluster?.executor() ?? makeExecutor(workers)),
    );
  } finally {
    await cluster?.close();
  }
}

async function reproducePapers(
  chosen: readonly Paper[],
  words: ReproduceWords,
  executorOf: (isTimed: boolean, workers: number) => Executor,
): Promise<void> {
  if (words.keep && words.results === undefined) {
    throw new InputError("missing-option", "--keep adds to the folder that --results names; that is missing.");
  }
  const settings = settingsOf(words);
  const workers = words.jobs === undefined ? availableParallelism() : wholeNumber("jobs", words.jobs, 1);
  const kept = words.results === undefined || words.fresh ? noResults : readKeptResults(words.results);
  if (words.estimate) {
    print(estimateTable(chosen, settings, kept));
    return;
  }
  await outputFolder(words.out);
  const studies = chosen.map((paper) => paper.studies(settings));
  const isTold = !words.quiet && !words.json;
  const isComputed = computedIn(words, studies.flat());
  if (isTold && !words.pages) print(estimateText(chosen, studies.flat().filter(isComputed), settings, workers));

  if (isTold && kept.count > 0) print(`${counts(kept.count, "result")} in ${words.results} need not be computed.`);
  const store = join(words.out, "store");
  const { rows, notices } = await interruptible(
    (signal) =>
      runStudies(studies.flat(), {
        directory: store,
        fresh: words.fresh ?? false,
        executor: (isTimed) => executorOf(isTimed, workers),
        stream: isTold ? process.stderr : { write: () => true },
        signal,
        kept,
        isComputed,
        ...(words.keep && words.results !== undefined && { onRows: (added) => keepResults(words.results!, added) }),
      }),
    () =>
      `What was finished is kept in ${store}; the same command${words.fresh ? " without --fresh" : ""} goes on from there.`,
  );
  for (const notice of notices) remark(notice);
  if (words.keep && words.results !== undefined) keepResults(words.results, rows.flat());

  const pages = chosen.map((paper, number) => {
    const before = studies.slice(0, number).flat().length;
    const found = studies[number].map((study, at) => ({ study, rows: rows[before + at] }));
    return pageOf({ paper, studies: words.pages ? found.map(fullest(paper, settings, kept)) : found }, settings);
  });
  const files = await writePages(words.out, pages, settings);
  await (await outputFile(join(words.out, "summary.csv"))).write(summaryCsv(rows.flat()));
  if (words.json) print(JSON.stringify(jsonOf(pages, settings, files), undefined, 2));
  else for (const page of pages) print(lineOf(page, words.out));
}

/** Of pages that are made from what is kept: a study as it is run in full, or as in a quick run where more results of that are kept. */
function fullest(
  paper: Paper,
  settings: ReproduceSettings,
  kept: KeptResults,
): (full: ReproducedPaper["studies"][number], at: number) => ReproducedPaper["studies"][number] {
  if (settings.isQuick) return (full) => full;
  const quick = paper.studies({ ...settings, isQuick: true, partitions: usualPartitions.quick });
  return (full, at) => {
    const rows = keptRows(quick[at], kept);
    return rows.length > full.rows.length ? { study: quick[at], rows } : full;
  };
}

/** Which studies are computed: all, those whose title holds the words of --only, or with --pages none. */
function computedIn({ only, pages }: ReproduceWords, studies: readonly Study[]): (study: Study) => boolean {
  if (pages) return () => false;
  if (only === undefined) return () => true;
  const isMeant = ({ title }: Study): boolean => title.toLowerCase().includes(only.toLowerCase());
  if (studies.some(isMeant)) return isMeant;
  throw new InputError(
    "unknown-study",
    `No table or figure of the papers chosen has "${only}" in its title. There are: ${studies.map(({ title }) => `"${title}"`).join(", ")}.`,
  );
}

/** Workers that know the tasks of reproductions. */
function inWorkers(workers: number): Executor {
  return workerExecutor({ workers, script: new URL("./startWorker.mjs", import.meta.url) });
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

async function writePages(out: string, pages: readonly Page[], settings: ReproduceSettings): Promise<string[]> {
  const files = [
    { file: "index.md", content: indexPage(pages, settings) },
    { file: "figures.md", content: itemsPage(pages) },
    ...pages.flatMap(({ name, text, drawings }) => [
      { file: `${name}.md`, content: text },
      ...drawings.map(({ file, svg }) => ({ file, content: svg })),
    ]),
  ];
  for (const { file, content } of files) await (await outputFile(join(out, file))).write(content);
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
