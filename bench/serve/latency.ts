import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Posterior } from "kernelbayes";
import type { Row } from "../benchmark.ts";
import { atLeast, atMost, type Verdict } from "../verdict.ts";
import { median } from "../cpuTime.ts";
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
  /** Requests per second over those of the bare route in the same round. */
  readonly ofBare: number;
  /** CPU microseconds of the server for a request. */
  readonly cpu: number;
}

/** An address that is asked in every round. */
interface Address {
  readonly what: string;
  readonly intervals: boolean;
  readonly url: string;
  readonly body: string;
  readonly server: ServerProcess;
}

/** Seconds before the first round, in which code gets warm. */
const warmUp = 2;

/** All addresses are asked in turn so many times: what else the machine does meanwhile is then much the same for each of them. */
const rounds = 5;

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
  const servers: ServerProcess[] = [];
  try {
    const bareAddress = await bareRoute(body);
    servers.push(bareAddress.server);
    const ours = await served(settings, rows, posteriors);
    servers.push(ours[0].server);
    const theirs = await scikitLearn(settings, body);
    servers.push(...theirs.addresses.slice(0, 1).map(({ server }) => server));
    const [bare, ...others] = await inTurn(settings, [bareAddress, ...ours, ...theirs.addresses]);
    return reportOf(settings, bare, others.slice(0, ours.length), others.slice(ours.length), theirs.note);
  } finally {
    for (const server of servers) await server.stop("SIGKILL");
  }
}

function reportOf(
  settings: ServeSettings,
  bare: Measured,
  ours: readonly Measured[],
  theirs: readonly Measured[],
  note: string,
): ServeReport {
  return {
    sections: [
      {
        title: `One row a request, ${settings.connections} connections, ${settings.seconds} s each, by ${client} on the same machine`,
        rows: [bare, ...ours, ...theirs].map(rowOf),
        notes: [
          `The bare route parses the same body and gives a constant answer. All addresses are asked in turn, ${rounds} times; medians, also of the ratios within a round.`,
          note,
        ],
      },
      ...(theirs.length > 0
        ? [{ title: "Beside scikit-learn, requests per second over those of it", rows: ratios(ours, theirs) }]
        : []),
    ],
    verdicts: verdicts(ours),
  };
}

function rowOf({ what, intervals, perSecond, ofBare, half, p99, cpu, failures }: Measured): Row {
  return {
    address: what,
    intervals: intervals ? "yes" : "",
    "requests/s": Math.round(perSecond),
    "of bare": Number(ofBare.toFixed(3)),
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
): Promise<Address[]> {
  const { folder, workers } = settings;
  const server = await startKernelbayes([...servedFiles(folder, posteriors.keys()), "--workers", String(workers)]);
  try {
    const addresses: Address[] = [];
    for (const [name, posterior] of posteriors) {
      for (const intervals of [false, true]) {
        const body = JSON.stringify(intervals ? { rows, intervals } : { rows });
        const url = `${server.url}/models/${name}/predict`;
        await checkPredictions(url, body, posterior.predict(rows, { intervals }).toRows());
        addresses.push({ what: name, intervals, url, body, server });
      }
    }
    return addresses;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function bareRoute(body: string): Promise<Address> {
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
  return { what: "bare Fastify", intervals: false, url: `${server.url}/predict`, body, server };
}

async function scikitLearn(
  settings: ServeSettings,
  body: string,
): Promise<{ readonly addresses: Address[]; readonly note: string }> {
  const script = fileURLToPath(new URL("sklearnServer.py", import.meta.url));
  const found = settings.pythons
    .map((python) => ({ python, ...spawnSync(python, [script, "describe"], { encoding: "utf8" }) }))
    .find(({ status }) => status === 0);
  if (found === undefined) {
    return {
      addresses: [],
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
  return {
    addresses: ["logistic", "gpc"].map((name): Address => {
      return { what: `sklearn ${name}`, intervals: false, url: `${server.url}/models/${name}/predict`, body, server };
    }),
    note: `${found.stdout.trim()}; one process, linear algebra on one thread.`,
  };
}

/** Asks all addresses in turn, the first of which is the bare route. */
async function inTurn(
  { connections, seconds, folder, tell }: ServeSettings,
  addresses: readonly Address[],
): Promise<Measured[]> {
  const ask = ({ url, body }: Address, time: number): Promise<LoadFigures> =>
    httpLoad({ url, body, connections, folder, seconds: time });
  tell("warming up");
  for (const address of addresses) await ask(address, warmUp);
  const found = addresses.map((): (LoadFigures & { readonly cpu: number })[] => []);
  for (let round = 0; round < rounds; round++) {
    tell(`round ${round + 1} of ${rounds}`);
    for (const [at, address] of addresses.entries()) {
      const began = address.server.cpu();
      const figures = await ask(address, Math.max(1, Math.round(seconds / rounds)));
      found[at].push({ ...figures, cpu: (address.server.cpu() - began) / figures.requests });
    }
  }
  return addresses.map(({ what, intervals }, at) => {
    const middle = (of: (one: (typeof found)[number][number], round: number) => number): number =>
      median(found[at].map(of));
    return {
      what,
      intervals,
      requests: found[at].reduce((sum, { requests }) => sum + requests, 0),
      perSecond: middle(({ perSecond }) => perSecond),
      ofBare: middle(({ perSecond }, round) => perSecond / found[0][round].perSecond),
      half: middle(({ half }) => half),
      p99: middle(({ p99 }) => p99),
      cpu: middle(({ cpu }) => cpu),
      failures: found[at].reduce((sum, { failures }) => sum + failures, 0),
    };
  });
}

function ratios(ours: readonly Measured[], theirs: readonly Measured[]): Row[] {
  return ours.map(({ what, intervals, perSecond }) => ({
    address: what,
    intervals: intervals ? "yes" : "",
    ...Object.fromEntries(theirs.map((other) => [other.what, Number((perSecond / other.perSecond).toFixed(2))])),
  }));
}

function verdicts(ours: readonly Measured[]): Verdict[] {
  const of = (name: string): Measured | undefined => ours.find(({ what, intervals }) => what === name && !intervals);
  const [auto, lda] = [of("auto"), of("lda")];
  return [
    atLeast("auto: requests per second without intervals", auto?.perSecond ?? Number.NaN, 3000),
    atMost("auto: p99 in ms without intervals", auto?.p99 ?? Number.NaN, 20),
    atLeast("lda: requests per second over those of a bare route", lda?.ofBare ?? Number.NaN, 0.7),
    atMost(
      "answers other than 2xx",
      ours.reduce((sum, { failures }) => sum + failures, 0),
      0,
    ),
  ];
}
