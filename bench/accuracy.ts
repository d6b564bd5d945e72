import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError, type Executor } from "kernelbayes";
import { serialExecutor } from "kernelbayes/executors";
import { modelFamilies, type ModelFamily } from "kernelbayes/models";
import { sendingFolders } from "@kernelbayes/cluster";
import { Interruption, interruptible } from "@kernelbayes/papers/interruption";
import { readPublished } from "@kernelbayes/papers/published";
import { methodOf, methodsOfFamily, methodTitle, routedExecutor, type Job } from "@kernelbayes/experiment";
import {
  chosenProblems,
  experimentExecutor,
  experimentJobs,
  modelJobs,
  progressLines,
  ranksBy,
  resultsFile,
  runExperiments,
  summarize,
  type BenchmarkProblem,
  type Experiment,
  type Ranks,
  type Summary,
} from "@kernelbayes/experiment/node";
import { numberOf, UsageError, type Benchmark, type BenchOptions, type Report, type Section } from "./benchmark.ts";
import { clusterExecutorOf, clusterOption } from "./clusterExecutorOf.ts";
import { autoCriteria } from "./autoCriteria.ts";
import { criteriaReport, type CriteriaReport, type FamilyCriteria } from "./familyCriteria.ts";
import { fisherCriteria } from "./fisherCriteria.ts";
import { chosenPeers, findSklearn, pythons, sklearnExecutor, type Peer, type Sklearn } from "./sklearnPeers.ts";
import { supportVectorCriteria } from "./supportVectorCriteria.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What families are measured by, beside being compared. */
const criteria: Readonly<Partial<Record<ModelFamily, FamilyCriteria>>> = {
  auto: autoCriteria,
  fisher: fisherCriteria,
  "support-vector": supportVectorCriteria,
};

/** Models of the catalogue and classifiers of scikit-learn on the same rows of the IDA benchmark. */
export const accuracy: Benchmark = {
  description: "test error, AUC, log loss and calibration on IDA partitions, beside scikit-learn; can be interrupted",
  options: {
    family: `models of one family, judged by what it is to reach: ${modelFamilies.join(", ")} (default all)`,
    methods: "these models instead, with options of model and encoding: lda,lda:shrinkage=0.1:select=50",
    datasets: "names separated by commas (default all that --data has)",
    partitions: "the first so many of each data set (10)",
    peers: "on, off, or some of lda,qda,logistic,svc-grid,gpc,random-forest,gradient-boosting (on)",
    seed: "whole number; equal seeds give equal results (1)",
    jobs: "how many experiments run at the same time (one for each processor)",
    cluster: clusterOption,
    data: "folder with ida/NAME.csv.gz and ida/NAME.splits.json.gz (../shared/data beside the project)",
    store: "folder of the results, which is resumed (.bench/accuracy)",
    fresh: "begin anew: remove what the store holds",
  },
  async run(options) {
    try {
      return await compared(options);
    } catch (error) {
      if (error instanceof InputError) throw new UsageError(error.message);
      if (!(error instanceof Interruption)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exit(error.exitCode);
    }
  },
};

async function compared(options: BenchOptions): Promise<Report> {
  const plan = await planOf(options);
  for (const notice of plan.notices) process.stderr.write(`${notice}\n`);
  const stream = process.stderr;
  const tell = progressLines({ title: "accuracy", stream, clock: () => performance.now() / 1000 });
  let kept = 0;
  const { rows, notices } = await interruptible(
    (signal) =>
      runExperiments({
        jobs: plan.jobs,
        executor: executorFor(plan),
        directory: plan.store,
        fresh: plan.fresh,
        signal,
        onNotice: (notice) => stream.write(`${notice}\n`),
        onProgress(progress) {
          kept = progress.done;
          tell(progress);
        },
      }),
    () =>
      `${kept} results are kept in ${plan.store}; the same command${plan.fresh ? " without --fresh" : ""} goes on from there.`,
  );
  const summaries = inOrder(summarize(rows), plan.methods);
  return reportOf(summaries, plan, [...plan.notices, ...notices]);
}

/** What the command line asks for. */
interface Plan {
  readonly jobs: readonly Job<Experiment>[];
  /** Titles of our methods and of the peers, in the order of the tables. */
  readonly methods: readonly string[];
  /** The family that was asked for, if it is judged by criteria of its own. */
  readonly judgedBy: FamilyCriteria | undefined;
  /** The folder of the benchmark data. */
  readonly data: string;
  readonly partitions: number;
  readonly seed: number;
  readonly workers: number;
  readonly sklearn: Sklearn | undefined;
  readonly store: string;
  readonly fresh: boolean;
  /** The machines of a cluster, where one is named. */
  readonly cluster: Executor | undefined;
  readonly notices: readonly string[];
}

async function planOf(options: BenchOptions): Promise<Plan> {
  const { family = "all", methods, datasets, data, store, peers } = options;
  const directory = data ?? join(root, "../shared/data");
  const partitions = numberOf(options.partitions ?? "10", "partitions");
  const seed = Number(options.seed ?? "1");
  if (!Number.isSafeInteger(seed)) throw new UsageError(`--seed takes a whole number; got "${options.seed}".`);
  const own = methods === undefined ? methodsOfFamily(familyOf(family)) : methods.split(",").map(methodOf);
  const problems = chosenProblems(directory, datasets?.split(","));
  const wanted = chosenPeers(peers ?? "on");
  const sklearn = wanted.length > 0 ? findSklearn() : undefined;
  if (sklearn === undefined && wanted.length > 0 && peers !== undefined) throw new UsageError(noSklearn);
  // Before the jobs are made, whose engine all machines must have.
  const executor = await clusterExecutorOf(options, () => noCluster);
  const cluster = executor === noCluster ? undefined : executor;
  const common = { directory, seed, partitions };
  const beside = sklearn ? wanted : [];
  return {
    // By data set, which a worker reads once, and by partition, so that a run that is cut short has compared something.
    jobs: problems.flatMap((problem) =>
      byPartition([
        ...own.map((method) => modelJobs(problem, method, common)),
        ...beside.filter((peer) => fits(peer, problem)).map((peer) => peerJobs(problem, peer, sklearn!, common)),
      ]),
    ),
    methods: [...own, ...beside].map(methodTitle),
    judgedBy: family === "all" ? undefined : criteria[familyOf(family) as ModelFamily],
    data: directory,
    partitions,
    seed,
    workers: options.jobs === undefined ? availableParallelism() : numberOf(options.jobs, "jobs"),
    sklearn,
    store: store ?? join(root, ".bench/accuracy"),
    fresh: options.fresh !== undefined,
    cluster,
    notices: [...(wanted.length > 0 && !sklearn ? [noSklearn] : []), ...tooLarge(beside, problems)],
  };
}

/** Where no cluster is named. */
const noCluster: Executor = serialExecutor({});

function familyOf(text: string): ModelFamily | "all" {
  if (text === "all" || (modelFamilies as readonly string[]).includes(text)) return text as ModelFamily | "all";
  throw new UsageError(`There is no family "${text}". There are ${modelFamilies.join(", ")}.`);
}

function peerJobs(
  problem: BenchmarkProblem,
  { name, options, cost }: Peer,
  { library, engine }: Sklearn,
  common: { readonly directory: string; readonly seed: number; readonly partitions: number },
): Job<Experiment>[] {
  return experimentJobs(problem, { name, options }, { ...common, task: "peer", library, engine, cost });
}

/** The first jobs of all lists, then the second ones, and so on. */
function byPartition<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

function fits({ mostRows }: Peer, { partitions }: BenchmarkProblem): boolean {
  return partitions.every(({ train }) => train.length <= mostRows);
}

function tooLarge(peers: readonly Peer[], problems: readonly BenchmarkProblem[]): string[] {
  return peers.flatMap((peer) => {
    const names = problems.filter((problem) => !fits(peer, problem)).map(({ name }) => name);
    return names.length === 0
      ? []
      : [
          `${peer.name} is left out on ${names.join(", ")}: it would take minutes above ${peer.mostRows} training rows.`,
        ];
  });
}

const noSklearn =
  `NO PEERS: scikit-learn was not found by ${pythons.join(", ")}. To compare with it: ` +
  "apt-get install python3-sklearn (Debian, Ubuntu) or python3 -m pip install scikit-learn.";

function executorFor({ workers, sklearn, cluster }: Plan): Executor {
  const own = cluster ? sendingFolders(cluster) : experimentExecutor({ workers });
  return routedExecutor({ experiment: own, ...(sklearn && { peer: sklearnExecutor(sklearn, workers) }) });
}

/** Data sets as they come, methods in the order in which they were asked for. */
function inOrder(summaries: readonly Summary[], methods: readonly string[]): Summary[] {
  const datasets = [...new Set(summaries.map(({ dataset }) => dataset))];
  return summaries.toSorted(
    (a, b) =>
      datasets.indexOf(a.dataset) - datasets.indexOf(b.dataset) ||
      methods.indexOf(a.method) - methods.indexOf(b.method),
  );
}

function reportOf(summaries: readonly Summary[], plan: Plan, notices: readonly string[]): Report {
  const ranks = { errorRate: ranksBy("errorRate", summaries), logLoss: ranksBy("logLoss", summaries) };
  const { partitions, seed, store, sklearn } = plan;
  const judged = judgedOf(plan, summaries, ranks.logLoss);
  const near = relative(process.cwd(), join(store, resultsFile));
  const path = near.startsWith("..") ? join(store, resultsFile) : near;
  return {
    title: `IDA benchmark, ${partitions === 1 ? "first partition" : `first ${partitions} partitions`}, seed ${seed}${sklearn ? `, beside ${sklearn.library}` : ""}`,
    rows: summaries.map(rowOfSummary),
    more: [
      ...(ranks.errorRate && ranks.logLoss ? [rankTable(ranks.errorRate, ranks.logLoss)] : []),
      ...judged.sections,
    ],
    notes: [
      ...rankNotes(ranks.errorRate, ranks.logLoss, summaries),
      ...failures(summaries),
      ...notices,
      "Lower is better in all columns but AUC. `calibration` is the error over the test rows of all partitions together, `chance`",
      "the one that perfect probabilities would show on as many rows. `seconds` are of fit and prediction, by the clock, beside",
      "whatever else the machine did.",
      ...notPooled(summaries),
      `Every result is a row of ${path}; with DuckDB: duckdb -c "SELECT method, avg(logLoss) FROM '${path}' GROUP BY method".`,
    ],
    data: { partitions, seed, store, summaries, ranks, criteria: judged.verdicts, notices },
  };
}

/** The criteria of the family; where published figures are missing, a section that says so. */
function judgedOf({ judgedBy, data }: Plan, summaries: readonly Summary[], byLoss: Ranks | undefined): CriteriaReport {
  if (!judgedBy) return { sections: [], verdicts: [] };
  const published = readPublished(data);
  if (published) return criteriaReport(judgedBy, summaries, byLoss, published);
  const notes = [`NO CRITERIA: ${join(data, "published.json")}, which lists the figures of the papers, is not there.`];
  return { sections: [{ title: "Beside the papers", rows: [], notes }], verdicts: [] };
}

function rowOfSummary(summary: Summary): Record<string, string | number> {
  const { dataset, method, done, failed, errorRate, areaUnderCurve, logLoss, brier } = summary;
  const { pooledCalibration, seconds } = summary;
  const shown = (value: number, digits: number): string => (Number.isNaN(value) ? "-" : value.toFixed(digits));
  return {
    "data set": dataset,
    method,
    runs: failed === 0 ? String(done) : `${done}/${done + failed}`,
    "error %": `${shown(100 * errorRate.mean, 2)} ± ${shown(100 * errorRate.deviation, 2)}`,
    AUC: shown(areaUnderCurve.mean, 4),
    "log loss": shown(logLoss.mean, 4),
    Brier: shown(brier.mean, 4),
    calibration: shown(pooledCalibration?.error ?? NaN, 4),
    chance: shown(pooledCalibration?.byChance ?? NaN, 4),
    seconds: shown(seconds.mean, 3),
  };
}

function rankTable(byError: Ranks, byLoss: Ranks): Section {
  const rankOf = ({ methods, meanRanks }: Ranks, method: string): number => meanRanks[methods.indexOf(method)];
  const methods = byError.methods.toSorted((a, b) => rankOf(byLoss, a) - rankOf(byLoss, b));
  return {
    title: `Mean ranks over ${byError.datasets.length} data sets`,
    rows: methods.map((method) => ({
      method,
      "by log loss": rankOf(byLoss, method).toFixed(2),
      "by error": rankOf(byError, method).toFixed(2),
    })),
  };
}

function rankNotes(byError: Ranks | undefined, byLoss: Ranks | undefined, summaries: readonly Summary[]): string[] {
  if (!byError || !byLoss) return ["Ranks need two data sets and two methods that were measured on all of them."];
  const all = [...new Set(summaries.map(({ method }) => method))];
  const left = all.filter((method) => !byError.methods.includes(method));
  const p = (value: number): string => (value < 0.0001 ? "p < 0.0001" : `p = ${value.toFixed(4)}`);
  return [
    `Critical difference ${byError.criticalDifference.toFixed(2)} (Nemenyi, level 0.05): methods whose mean ranks lie closer cannot be`,
    `told apart. Friedman's test of no difference at all: ${p(byLoss.p)} by log loss, ${p(byError.p)} by error.`,
    ...(left.length > 0
      ? [`Not ranked, because not measured on every partition of every data set: ${left.join(", ")}.`]
      : []),
  ];
}

function notPooled(summaries: readonly Summary[]): string[] {
  const count = summaries.filter(({ done, pooledCalibration }) => done > 0 && !pooledCalibration).length;
  return count === 0
    ? []
    : [
        `${count} rows have no calibration: some of their results were stored before forecasts were kept. --fresh makes them anew.`,
      ];
}

function failures(summaries: readonly Summary[]): string[] {
  return summaries.flatMap(({ dataset, method, failed, errors }) =>
    failed === 0 ? [] : [`${method} failed on ${failed} partitions of ${dataset}: ${errors.join(" | ")}`],
  );
}
