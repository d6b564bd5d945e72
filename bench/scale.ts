import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  numberOf,
  numbersOf,
  UsageError,
  type Benchmark,
  type BenchOptions,
  type Report,
  type Row,
} from "./benchmark.ts";
import { machines } from "./clusterMachines.ts";
import { rounded } from "./cpuTime.ts";
import { keptResults } from "./keptResults.ts";
import { commandFigures, largeTableCommands, modelFile, type CommandFigures } from "./scaleCommands.ts";
import { scaleColumns, scaleFiles, scaleRows, type ScaleFiles } from "./scaleTable.ts";
import { atLeast, atMost, verdictRow, type Verdict } from "./verdict.ts";

/** Fits of tables from a hundred thousand to ten million rows, beside scikit-learn and over Redis. */
export const scale: Benchmark = {
  description:
    "fits of 10^5 to 10^7 rows in chunks: CPU time, memory, log loss beside scikit-learn, and over Redis on 1, 2 and 4 workers",
  options: {
    rows: "rows of the tables (100000,1000000,10000000)",
    only: "contenders whose names begin so",
    cluster: "rows of the table that is fitted over Redis (1000000)",
    commands: "rows of the table that commands read in chunks (10000000)",
    workers: "numbers of worker processes (1,2,4)",
    tested: "rows that are predicted (100000)",
    folder: "where tables and results are kept (scale, in the folder for temporary files)",
    python: "a Python 3 with scikit-learn (/usr/bin/python3)",
  },
  run: scaleReport,
};

/** What a contender prints. */
interface Figures {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMegabytes: number;
  readonly logLoss: number;
  readonly errorRate: number;
  readonly engine: string;
  readonly digest?: string;
}

interface Contender {
  readonly name: string;
  /** The most rows that it is given. */
  readonly most?: number;
  run(files: ScaleFiles, tested: number, test: ScaleFiles): Promise<Figures>;
}

const own = fileURLToPath(new URL("scaleContender.ts", import.meta.url));
const peer = fileURLToPath(new URL("scalePeer.py", import.meta.url));
/** The seed of the rows that are predicted. */
const testSeed = 1_000_003;

function contenders(python: string): readonly Contender[] {
  const inChunks = (name: string, model: object): Contender => ({
    name,
    run: ({ parquet }, tested) => ownFigures(model, parquet, "chunks", tested),
  });
  const sklearn = (name: string, kind: string): Contender => ({
    name,
    run: ({ binary }, _, test) => figuresOf(python, [peer, kind, binary, test.binary, String(scaleColumns)]),
  });
  return [
    {
      name: "lssvm in memory",
      most: 100_000,
      run: ({ parquet }, tested) => ownFigures({ name: "lssvm" }, parquet, "memory", tested),
    },
    inChunks("lssvm", { name: "lssvm" }),
    inChunks("auto, effort low", { name: "auto", effort: "low" }),
    { ...inChunks("lssvm, 1000 rows in the basis", { name: "lssvm", basis: "random", basisSize: 1000 }), most: 1e6 },
    inChunks("logistic", { name: "logistic" }),
    inChunks("qda", { name: "qda" }),
    sklearn("HistGradientBoosting", "boosting"),
    sklearn("Nystroem 256, SGD", "nystroem"),
  ];
}

function ownFigures(model: object, parquet: string, how: string, tested: number): Promise<Figures> {
  return figuresOf(process.execPath, ["--import", "tsx", own, JSON.stringify(model), parquet, how, String(tested)]);
}

/** Runs a program that prints its figures as its last line. */
async function figuresOf(program: string, words: readonly string[]): Promise<Figures> {
  const child = spawn(program, words, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, OMP_NUM_THREADS: "1" },
  });
  let text = "";
  child.stdout.on("data", (data) => (text += String(data)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new UsageError(`${program} ended with code ${code}; there may be no scikit-learn: --python.`);
  return JSON.parse(text.trim().split("\n").at(-1)!) as Figures;
}

interface Result extends Figures {
  readonly name: string;
  readonly rows: number;
}

async function scaleReport(options: BenchOptions): Promise<Report> {
  const folder = options.folder ?? join(tmpdir(), "scale");
  const tested = numberOf(options.tested ?? "100000", "tested");
  const sizes = numbersOf(options.rows ?? "100000,1000000,10000000", "rows");
  const kept = keptResults(join(folder, "results.jsonl"));
  const test = await scaleFiles(folder, tested, testSeed);
  const results: Result[] = [];
  const asked = contenders(options.python ?? "/usr/bin/python3").filter(({ name }) =>
    name.startsWith(options.only ?? ""),
  );
  for (const rows of asked.length > 0 ? sizes : []) {
    process.stderr.write(`scale: ${rows} rows\n`);
    const files = await scaleFiles(folder, rows, 1);
    for (const { name, most = Infinity, run } of asked) {
      if (rows > most) continue;
      process.stderr.write(`scale: ${name}\n`);
      const figures = await kept.result(`${name}, ${rows} rows`, String(tested), () => run(files, tested, test));
      if (figures) results.push({ name, rows, ...figures });
    }
  }
  const runs = await clusterRuns(options, folder, tested, kept);
  const commands = await commandRuns(options, folder, kept);
  const verdicts = verdictsOf(results, runs, commands);
  return {
    title: `Rows of ${scaleColumns} columns, two classes; ${tested} rows predicted, least possible log loss ${rounded(leastLoss(tested))}`,
    rows: results.map((result) => resultRow(result, results, folder)),
    notes: ["CPU seconds of the whole process, reading and all threads included. The peak is that of the process."],
    more: [
      ...(runs.length > 0
        ? [{ title: "lssvm through Redis, CPU seconds of all processes together", rows: runs.map(runRow) }]
        : []),
      ...(commands.length > 0
        ? [{ title: "Commands that read a table in chunks", rows: commands.map(commandRow) }]
        : []),
      { title: "What it had to show", rows: verdicts.map(verdictRow) },
    ],
    data: { results, runs, commands, verdicts },
  };
}

function resultRow(result: Result, results: readonly Result[], folder: string): Row {
  const { name, rows, cpuSeconds, wallSeconds, peakMegabytes, logLoss, errorRate, engine } = result;
  const smaller = results.find((one) => one.name === name && one.rows * 10 === rows);
  return {
    rows,
    "MB of Parquet": rounded(statSync(join(folder, `scale-${rows}-1.parquet`)).size / 1e6),
    contender: name,
    "CPU s": rounded(cpuSeconds),
    "wall s": rounded(wallSeconds),
    "over a tenth of the rows": smaller ? rounded(cpuSeconds / smaller.cpuSeconds) : "",
    "peak MB": Math.round(peakMegabytes),
    "log loss": logLoss.toFixed(4),
    "error rate": errorRate.toFixed(4),
    by: engine,
  };
}

interface ClusterRun {
  readonly workers: number;
  readonly digest: string;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly here: number;
  readonly redis: number;
  readonly peakHere: number;
  readonly peakWorker: number;
  readonly peakRedis: number;
  readonly megabytes: number;
}

/** The same fit here and through Redis. */
async function clusterRuns(
  options: BenchOptions,
  folder: string,
  tested: number,
  kept: ReturnType<typeof keptResults>,
): Promise<ClusterRun[]> {
  if (options.only !== undefined && !"cluster".startsWith(options.only)) return [];
  const rows = numberOf(options.cluster ?? "1000000", "cluster");
  const { parquet } = await scaleFiles(folder, rows, 1);
  const model = { name: "lssvm" };
  const runs: ClusterRun[] = [];
  const serial = await kept.result(`cluster, here, ${rows} rows`, String(tested), () =>
    ownFigures(model, parquet, "chunks", tested),
  );
  if (serial) {
    const { cpuSeconds, wallSeconds, peakMegabytes, digest = "" } = serial;
    const none = { redis: 0, peakWorker: 0, peakRedis: 0, megabytes: 0 };
    runs.push({ ...none, workers: 0, digest, cpuSeconds, wallSeconds, here: cpuSeconds, peakHere: peakMegabytes });
  }
  for (const workers of numbersOf(options.workers ?? "1,2,4", "workers")) {
    process.stderr.write(`scale: ${rows} rows through Redis on ${workers} workers\n`);
    const run = await kept.result(`cluster, ${workers} workers, ${rows} rows`, String(tested), () =>
      throughRedis(model, parquet, workers, tested),
    );
    if (run) runs.push(run);
  }
  return runs;
}

async function throughRedis(model: object, parquet: string, workers: number, tested: number): Promise<ClusterRun> {
  const crew = await machines(workers);
  try {
    const before = { redis: crew.redis(), seconds: crew.workerSeconds() };
    const fitted = await ownFigures(model, parquet, crew.url, tested);
    const { cpuSeconds, wallSeconds, peakMegabytes, digest = "" } = fitted;
    const after = crew.redis();
    const redis = after.seconds - before.redis.seconds;
    return {
      workers,
      digest,
      cpuSeconds: cpuSeconds + redis + crew.workerSeconds() - before.seconds,
      wallSeconds,
      here: cpuSeconds,
      redis,
      peakHere: peakMegabytes,
      peakWorker: crew.workerMemory(),
      peakRedis: after.peakMegabytes,
      megabytes: (after.bytesOut - before.redis.bytesOut) / 1e6,
    };
  } finally {
    await crew.stop();
  }
}

function runRow({ workers, digest, cpuSeconds, wallSeconds, here, redis, ...peaks }: ClusterRun): Row {
  return {
    workers: workers === 0 ? "none" : workers,
    model: digest,
    "CPU s": rounded(cpuSeconds),
    "wall s": rounded(wallSeconds),
    "of them here": rounded(here),
    "of Redis": rounded(redis),
    "MB from Redis": Math.round(peaks.megabytes),
    "peak MB here": Math.round(peaks.peakHere),
    "of a worker": Math.round(peaks.peakWorker),
    "of Redis, MB": Math.round(peaks.peakRedis),
  };
}

interface CommandRun extends CommandFigures {
  readonly name: string;
  readonly rows: number;
}

/** Commands on a table that is larger than what they may keep in memory. */
async function commandRuns(
  options: BenchOptions,
  folder: string,
  kept: ReturnType<typeof keptResults>,
): Promise<CommandRun[]> {
  if (options.only !== undefined && !"commands".startsWith(options.only)) return [];
  const rows = numberOf(options.commands ?? "10000000", "commands");
  const { parquet: table } = await scaleFiles(folder, rows, 1);
  const model = await modelFile(folder, table);
  const runs: CommandRun[] = [];
  for (const [name, wordsOf] of Object.entries(largeTableCommands)) {
    process.stderr.write(`scale: ${name}\n`);
    const words = wordsOf({ model, table, folder });
    const figures = await kept.result(`${name}, ${rows} rows`, words.join(" "), () => commandFigures(words));
    if (figures) runs.push({ name, rows, ...figures });
  }
  return runs;
}

function commandRow({ name, rows, cpuSeconds, wallSeconds, peakMegabytes }: CommandRun): Row {
  return {
    rows,
    command: name,
    "CPU s": rounded(cpuSeconds),
    "wall s": rounded(wallSeconds),
    "peak MB": Math.round(peakMegabytes),
  };
}

/** The mean log loss of the log odds that the labels were drawn by. */
function leastLoss(tested: number): number {
  let [sum, count] = [0, 0];
  for (let group = 0; count < tested; group++) {
    const { labels, logOdds } = scaleRows(10_000, testSeed, group);
    labels.forEach((label, i) => (sum += Math.log1p(Math.exp(label === 1 ? -logOdds[i] : logOdds[i]))));
    count += labels.length;
  }
  return sum / count;
}

function verdictsOf(
  results: readonly Result[],
  runs: readonly ClusterRun[],
  commands: readonly CommandRun[],
): Verdict[] {
  const of = (name: string, rows: number): Result | undefined =>
    results.find((one) => one.name === name && one.rows === rows);
  const inChunks = results.filter(({ name, rows }) => ["lssvm", "auto, effort low"].includes(name) && rows >= 1e6);
  const [small, large] = [of("lssvm", 1e6), of("lssvm", 1e7)];
  const sample = of("lssvm in memory", 1e5);
  const serial = runs.find(({ workers }) => workers === 0);
  const others = runs.filter(({ workers }) => workers > 0);
  return [
    atMost("peak of lssvm and auto from 10^6 rows on, MB", largestOf(inChunks.map((one) => one.peakMegabytes)), 2048),
    atMost("peak of the commands, MB", largestOf(commands.map((one) => one.peakMegabytes)), 2048),
    atMost("CPU time of lssvm, 10^7 rows over 10^6", (large?.cpuSeconds ?? NaN) / (small?.cpuSeconds ?? NaN), 11),
    atMost(
      "log loss of lssvm on 10^6 rows over that of a fit of 10^5 in memory",
      (small?.logLoss ?? NaN) / (sample?.logLoss ?? NaN),
      1,
    ),
    atLeast(
      "models through Redis with the bits of the serial one",
      others.filter(({ digest }) => digest === serial?.digest).length,
      others.length,
    ),
    atMost(
      "CPU time through Redis over the serial fit",
      largestOf(others.map(({ cpuSeconds }) => cpuSeconds / (serial?.cpuSeconds ?? NaN))),
      1.15,
    ),
  ];
}

/** NaN, which is not judged, where there is none. */
function largestOf(values: readonly number[]): number {
  return values.length === 0 ? NaN : Math.max(...values);
}
