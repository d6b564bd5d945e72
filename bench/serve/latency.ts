import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Posterior } from "kernelbayes";
import type { Row } from "../benchmark.ts";
import { atLeast, atMost, type Verdict } from "../verdict.ts";
import { oneThread } from "../lineProcess.ts";
import { checkPredictions } from "./checkPredictions.ts";
import { client, httpLoad, type LoadFigures } from "./httpLoad.ts";
import { clientRows, servedFiles, trainingTable, writeServedModel, type ClientRow } from "./servedData.ts";
import { startKernelbayes, startProcess, type ServerProcess } from "./serverProcess.ts";
import type { ServeReport, ServeSettings } from "./serveSettings.ts";

/** One address that was asked, and how it did. */
interface Measured extends LoadFigures {
  readonly what: string;
  readonly intervals: boolean;
  /** CPU microseconds of the server for a request. */
  readonly cpu: number;
}

/** Seconds before each measurement, in which code gets warm. */
const warmUp = 3;

/** One row a request: requests per second and their times, beside a bare route and scikit-learn. */
export async function latency(settings: ServeSettings): Promise<ServeReport> {
  const { folder, models, tell } = settings;
  const posteriors = new Map<string, Posterior>();
  for (const name of models) {
    tell(`fitting ${name}`);
    posteriors.set(name, await writeServedModel(folder, name));
  }
  const rows = clientRows(1, 5);
  const body = JSON.stringify({ rows });
  const before = await bareRoute(settings, body);
  const ours = await served(settings, rows, posteriors);
  const theirs = await scikitLearn(settings, body);
  const after = await bareRoute(settings, body);
  const bare = { ...before, perSecond: (before.perSecond + after.perSecond) / 2, cpu: (before.cpu + after.cpu) / 2 };
  return {
    sections: [
      {
        title: `One row a request, ${settings.connections} connections, ${settings.seconds} s each, by ${client} on the same machine`,
        rows: [bare, ...ours, ...theirs.measured].map((one) => rowOf(one, bare)),
        notes: [
          "The bare route parses the same body and gives a constant answer; it is measured before and after the others, and its mean is shown.",
          theirs.note,
        ],
      },
      ...(theirs.measured.length > 0
        ? [{ title: "Beside scikit-learn, requests per second over those of it", rows: ratios(ours, theirs.measured) }]
        : []),
    ],
    verdicts: verdicts(ours, bare),
  };
}

function rowOf({ what, intervals, perSecond, half, p99, cpu, failures }: Measured, bare: Measured): Row {
  return {
    address: what,
    intervals: intervals ? "yes" : "",
    "requests/s": Math.round(perSecond),
    "of bare": Number((perSecond / bare.perSecond).toFixed(3)),
    "p50 ms": Number(half.toFixed(2)),
    "p99 ms": Number(p99.toFixed(2)),
    "CPU µs": Number.isNaN(cpu) ? "-" : Math.round(cpu),
    failures,
  };
}

async function served(
  settings: ServeSettings,
  rows: readonly ClientRow[],
  posteriors: ReadonlyMap<string, Posterior>,
): Promise<Measured[]> {
  const { folder, workers, tell } = settings;
  const server = await startKernelbayes([...servedFiles(folder, posteriors.keys()), "--workers", String(workers)]);
  try {
    const measured: Measured[] = [];
    for (const [name, posterior] of posteriors) {
      for (const intervals of [false, true]) {
        tell(`asking ${name}${intervals ? " with intervals" : ""}`);
        const body = JSON.stringify(intervals ? { rows, intervals } : { rows });
        const url = `${server.url}/models/${name}/predict`;
        await checkPredictions(url, body, posterior.predict(rows, { intervals }).toRows());
        measured.push(await measure(settings, server, { what: name, intervals, url, body }));
      }
    }
    return measured;
  } finally {
    await server.stop();
  }
}

async function bareRoute(settings: ServeSettings, body: string): Promise<Measured> {
  settings.tell("asking a bare route");
  const answer = JSON.stringify({
    model: "constant",
    version: "1",
    predictions: [
      {
        label: "yes",
        probabilities: { no: 0.1234567890123456, yes: 0.8765432109876544 },
        outside: [],
        distance: 1.0123456789,
      },
    ],
  });
  const server = await startProcess(process.execPath, [
    fileURLToPath(new URL("bareServer.mjs", import.meta.url)),
    answer,
  ]);
  try {
    return await measure(settings, server, {
      what: "bare Fastify",
      intervals: false,
      url: `${server.url}/predict`,
      body,
    });
  } finally {
    await server.stop();
  }
}

async function scikitLearn(
  settings: ServeSettings,
  body: string,
): Promise<{ readonly measured: Measured[]; readonly note: string }> {
  const script = fileURLToPath(new URL("sklearnServer.py", import.meta.url));
  const found = settings.pythons
    .map((python) => ({ python, ...spawnSync(python, [script, "describe"], { encoding: "utf8" }) }))
    .find(({ status }) => status === 0);
  if (found === undefined) {
    return {
      measured: [],
      note: "THERE IS NO PYTHON WITH scikit-learn, FastAPI AND uvicorn: nothing to compare with (Debian: python3-fastapi uvicorn python3-sklearn).",
    };
  }
  const { columns, rows } = trainingTable(400, 1);
  const numbers = columns.flatMap((column) => (column.type === "number" ? [column] : []));
  const [label] = columns.flatMap((column) => (column.type === "text" ? [column] : []));
  const training = {
    columns: numbers.map(({ name }) => name),
    rows: Array.from({ length: rows }, (_, row) => numbers.map(({ values }) => values[row])),
    labels: Array.from(label.codes, (code) => label.levels[code]),
  };
  const file = join(settings.folder, "training");
  await writeFile(file, JSON.stringify(training));
  // Threads of its linear algebra take longer to agree than a row takes.
  const server = await startProcess(found.python, [script, file], oneThread);
  try {
    const measured: Measured[] = [];
    for (const name of ["logistic", "gpc"]) {
      settings.tell(`asking ${name} of scikit-learn`);
      const url = `${server.url}/models/${name}/predict`;
      measured.push(await measure(settings, server, { what: `sklearn ${name}`, intervals: false, url, body }));
    }
    return { measured, note: `${found.stdout.trim()}; one process, linear algebra on one thread.` };
  } finally {
    await server.stop("SIGKILL");
  }
}

async function measure(
  { connections, seconds, folder }: ServeSettings,
  server: ServerProcess,
  { what, intervals, url, body }: { what: string; intervals: boolean; url: string; body: string },
): Promise<Measured> {
  const load = { url, body, connections, folder };
  await httpLoad({ ...load, seconds: Math.min(warmUp, seconds) });
  const began = server.cpu();
  const figures = await httpLoad({ ...load, seconds });
  return { what, intervals, ...figures, cpu: (server.cpu() - began) / figures.requests };
}

function ratios(ours: readonly Measured[], theirs: readonly Measured[]): Row[] {
  return ours.map(({ what, intervals, perSecond }) => ({
    address: what,
    intervals: intervals ? "yes" : "",
    ...Object.fromEntries(theirs.map((other) => [other.what, Number((perSecond / other.perSecond).toFixed(2))])),
  }));
}

function verdicts(ours: readonly Measured[], bare: Measured): Verdict[] {
  const of = (name: string): Measured | undefined => ours.find(({ what, intervals }) => what === name && !intervals);
  const [auto, lda] = [of("auto"), of("lda")];
  return [
    atLeast("auto: requests per second without intervals", auto?.perSecond ?? Number.NaN, 3000),
    atMost("auto: p99 in ms without intervals", auto?.p99 ?? Number.NaN, 20),
    atLeast(
      "lda: requests per second over those of a bare route",
      (lda?.perSecond ?? Number.NaN) / bare.perSecond,
      0.7,
    ),
    atMost(
      "answers other than 2xx",
      ours.reduce((sum, { failures }) => sum + failures, 0),
      0,
    ),
  ];
}
