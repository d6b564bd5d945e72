import { selectEngine } from "kernelbayes/engine";
import { serialExecutor, tasks } from "kernelbayes/executors";
import { clusterAddress, clusterExecutor } from "@kernelbayes/cluster";
import {
  numberOf,
  numbersOf,
  type Benchmark,
  type BenchOptions,
  type Report,
  type Row,
  type Section,
} from "./benchmark.ts";
import { comparisonFits, runFits, type Fits, type FitsOutcome } from "./clusterFits.ts";
import { machines, type RedisFigures } from "./clusterMachines.ts";
import { firstLimit, scaleRow, type JobCosts } from "./clusterScale.ts";
import { median, rounded } from "./cpuTime.ts";
import { atLeast, atMost, verdictRow, type Verdict } from "./verdict.ts";

/** Fits of a comparison on worker processes around a Redis of their own. */
export const cluster: Benchmark = {
  description:
    "200 fits on 1, 2 and 4 worker processes over Redis: bits, bytes, CPU time, overhead per job, and 100 machines on paper",
  options: {
    workers: "numbers of worker processes (1,2,4)",
    models: "the first so many of ten models (10)",
    splits: "splits of the table (20)",
    rows: "rows of the table, which has 100 columns (25000, which are 20 MB)",
    small: "jobs by which the overhead is measured (300)",
  },
  run: clusterReport,
};

async function clusterReport(options: BenchOptions): Promise<Report> {
  const fits = comparisonFits({
    rows: numberOf(options.rows ?? "25000", "rows"),
    models: numberOf(options.models ?? "10", "models"),
    splits: numberOf(options.splits ?? "20", "splits"),
  });
  const engine = selectEngine().name;
  const jobs = fits.models.length * fits.splits.length;
  process.stderr.write(`cluster: ${jobs} fits here\n`);
  const serial = await runFits(fits, serialExecutor(tasks), engine);
  const runs: ClusterRun[] = [];
  for (const count of numbersOf(options.workers ?? "1,2,4", "workers")) {
    process.stderr.write(`cluster: ${jobs} fits on ${count} workers\n`);
    runs.push(await clusterRun(fits, engine, count));
  }
  process.stderr.write("cluster: overhead\n");
  const overhead = await overheadOf(numberOf(options.small ?? "300", "small"), engine);
  const costs: JobCosts = { ...overhead, fit: serial.cpuSeconds / jobs, table: fits.bytes };
  const limit = firstLimit(costs);
  const verdicts = verdictsOf(serial, runs, overhead, fits);
  return {
    title: `${jobs} fits (${fits.models.length} models, ${fits.splits.length} splits), a table of ${rounded(fits.bytes / 1e6)} MB, ${engine}`,
    rows: [rowOf("serial", serial, undefined), ...runs.map((run) => rowOf(`${run.workers} workers`, run.outcome, run))],
    notes: [
      "CPU seconds are those of all processes: this one, Redis, and the workers with theirs. Wall seconds depend on what else the machine does.",
      "The peak of this process is that since it began. The peak of a worker is that of the largest of its processes.",
    ],
    more: [
      overheadSection(overhead),
      {
        title: `On paper: machines of 8 processors, fits of ${rounded(costs.fit)} s, one Redis, 1 Gbit/s`,
        rows: [1, 4, 10, 40, 100].map((count) => scaleRow(count, costs)),
        notes: [`First to break: ${limit.part}, from about ${rounded(limit.machines)} machines.`],
      },
      { title: "What it had to show", rows: verdicts.map(verdictRow) },
    ],
    data: { jobs, engine, serial, runs, overhead, limit, verdicts },
  };
}

interface ClusterRun {
  readonly workers: number;
  readonly outcome: FitsOutcome;
  readonly redis: RedisFigures;
  readonly workerSeconds: number;
  readonly workerMemory: number;
  /** Bytes of large data that each worker fetched. */
  readonly fetched: readonly number[];
}

async function clusterRun(fits: Fits, engine: string, count: number): Promise<ClusterRun> {
  const crew = await machines(count);
  try {
    const executor = await clusterExecutor({ address: clusterAddress(crew.url), engine });
    try {
      const before = { redis: crew.redis(), seconds: crew.workerSeconds() };
      const outcome = await runFits(fits, executor, engine);
      return {
        workers: count,
        outcome,
        redis: difference(crew.redis(), before.redis),
        workerSeconds: crew.workerSeconds() - before.seconds,
        workerMemory: crew.workerMemory(),
        fetched: crew.fetched(),
      };
    } finally {
      await executor.close();
    }
  } finally {
    await crew.stop();
  }
}

interface Overhead extends Pick<JobCosts, "coordinator" | "redis" | "worker"> {
  /** Seconds per job beyond the fit: of one worker that always has a next job, and from a question to its answer. */
  readonly perJob: number;
  readonly latency: number;
  readonly commands: number;
}

/** What a job costs beyond its fit, by fits that take next to nothing. */
async function overheadOf(count: number, engine: string): Promise<Overhead> {
  const tiny = { rows: 2000, columns: 2, models: 1, part: 10 };
  const small = comparisonFits({ ...tiny, splits: count });
  const here = await runFits(small, serialExecutor(tasks), engine);
  const crew = await machines(1);
  try {
    const executor = await clusterExecutor({ address: clusterAddress(crew.url), engine });
    // The first jobs send the table and start the process.
    const { splits } = comparisonFits({ ...tiny, rows: tiny.rows - 1, splits: 42 });
    await runFits({ ...small, splits: splits.slice(0, 2) }, executor, engine);
    const latencies: number[] = [];
    for (const split of splits.slice(2)) {
      const one = await runFits({ ...small, splits: [split] }, executor, engine);
      latencies.push(one.wallSeconds - here.wallSeconds / count);
    }
    const before = { redis: crew.redis(), seconds: crew.workerSeconds() };
    const there = await runFits(small, executor, engine);
    const redis = difference(crew.redis(), before.redis);
    const workerSeconds = crew.workerSeconds() - before.seconds;
    await executor.close();
    return {
      perJob: (there.wallSeconds - here.wallSeconds) / count,
      latency: median(latencies),
      coordinator: there.cpuSeconds / count,
      redis: redis.seconds / count,
      worker: Math.max(0, workerSeconds - here.cpuSeconds) / count,
      commands: redis.commands / count,
    };
  } finally {
    await crew.stop();
  }
}

function difference(after: RedisFigures, before: RedisFigures): RedisFigures {
  return {
    seconds: after.seconds - before.seconds,
    commands: after.commands - before.commands,
    bytesIn: after.bytesIn - before.bytesIn,
    bytesOut: after.bytesOut - before.bytesOut,
    peakMegabytes: after.peakMegabytes,
  };
}

function rowOf(title: string, outcome: FitsOutcome, run: ClusterRun | undefined): Row {
  const megabytes = (bytes: number): number => rounded(bytes / 1e6);
  return {
    run: title,
    bits: outcome.digest,
    "wall s": rounded(outcome.wallSeconds),
    "CPU s": rounded(cpuOf(outcome, run)),
    "here CPU s": rounded(outcome.cpuSeconds),
    "Redis CPU s": run ? rounded(run.redis.seconds) : "",
    "MB from Redis": run ? megabytes(run.redis.bytesOut) : "",
    "MB to Redis": run ? megabytes(run.redis.bytesIn) : "",
    "MB fetched by each": run ? run.fetched.map(megabytes).join(", ") : "",
    "peak MB here": rounded(process.resourceUsage().maxRSS / 1024),
    "of a worker": run ? rounded(run.workerMemory) : "",
    "of Redis": run ? rounded(run.redis.peakMegabytes) : "",
  };
}

function cpuOf(outcome: FitsOutcome, run: ClusterRun | undefined): number {
  return outcome.cpuSeconds + (run ? run.redis.seconds + run.workerSeconds : 0);
}

function overheadSection({ perJob, latency, coordinator, redis, worker, commands }: Overhead): Section {
  const milliseconds = (seconds: number): number => rounded(1000 * seconds);
  return {
    title: "Overhead of a job, by fits that take next to nothing, on one worker",
    rows: [
      { figure: "ms per job, one after the other without a pause", value: milliseconds(perJob) },
      { figure: "ms from a question to its answer", value: milliseconds(latency) },
      { figure: "CPU ms of the coordinator", value: milliseconds(coordinator) },
      { figure: "CPU ms of the worker beside the fit", value: milliseconds(worker) },
      { figure: "CPU ms of Redis", value: milliseconds(redis) },
      { figure: "commands of Redis", value: rounded(commands) },
    ],
  };
}

function verdictsOf(serial: FitsOutcome, runs: readonly ClusterRun[], overhead: Overhead, { bytes }: Fits): Verdict[] {
  const equal = runs.filter(({ outcome }) => outcome.digest === serial.digest).length;
  const most = Math.max(...runs.flatMap(({ fetched }) => fetched));
  const ratios = runs.map((run) => cpuOf(run.outcome, run) / serial.cpuSeconds);
  const { perJob, coordinator, worker, redis } = overhead;
  return [
    atLeast("runs with the bits of the serial one", equal, runs.length),
    atMost("overhead per job, ms of wall time", 1000 * perJob, 10),
    atMost("overhead per job, ms of CPU time", 1000 * (coordinator + worker + redis), 10),
    atMost("tables that a worker fetched", Math.round(most / bytes), 1),
    atMost("CPU time of all processes over the serial run", Math.max(...ratios), 1.15),
  ];
}
