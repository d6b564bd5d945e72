import { copyFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Posterior } from "kernelbayes";
import { random } from "kernelbayes/numeric";
import type { Row } from "../benchmark.ts";
import { atMost } from "../verdict.ts";
import { difference } from "./checkPredictions.ts";
import { clientRows, writeServedModel, type ClientRow } from "./servedData.ts";
import { startKernelbayes, type ServerProcess } from "./serverProcess.ts";
import { withFolder, type ServeReport, type ServeSettings } from "./serveSettings.ts";

const clients = 8;
const megabyte = 2 ** 20;

/** Seconds between two changes of the model that is replaced, and between two looks at the memory. */
const changeEvery = 3;
const lookEvery = 1;

/** What the clients saw. */
interface Seen {
  /** Answers by kind of request. */
  readonly answers: Map<string, number>;
  readonly wrong: string[];
}

/** A request that a client may send, and what may come back. */
interface Trial {
  readonly kind: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
  /** Milliseconds after which the client goes away. */
  readonly abortAfter?: number;
  /** Says what is wrong with an answer. */
  check(status: number, text: string): string | undefined;
}

/** Mixed load with hot reloads, bad requests and clients that go away; every answer is checked against the library. */
export async function soak(settings: ServeSettings): Promise<ServeReport> {
  const { soakSeconds, workers, tell } = settings;
  return withFolder(async (folder) => {
    tell(`mixed load for ${soakSeconds} s`);
    const [auto, lssvm] = [await writeServedModel(folder, "auto"), await writeServedModel(folder, "lssvm")];
    const states = await Promise.all(
      [1, 2].map((seed) => writeServedModel(folder, "lda", { file: `state${seed}.txt`, seed })),
    );
    const changing = join(folder, "changing.json");
    await copyFile(join(folder, "state1.txt"), changing);
    const server = await startKernelbayes(["--models", folder, "--workers", String(workers), "--time-limit", "600s"]);
    try {
      const models = new Map<string, readonly Posterior[]>([
        ["auto", [auto]],
        ["lssvm", [lssvm]],
        ["changing", states],
      ]);
      return await underLoad(settings, server, { folder, changing, models });
    } finally {
      await server.stop();
    }
  });
}

async function underLoad(
  { soakSeconds, seed, tell }: ServeSettings,
  server: ServerProcess,
  { folder, changing, models }: { folder: string; changing: string; models: ReadonlyMap<string, readonly Posterior[]> },
): Promise<ServeReport> {
  const seen: Seen = { answers: new Map(), wrong: [] };
  const end = performance.now() + 1000 * soakSeconds;
  const isOver = (): boolean => performance.now() > end || seen.wrong.length > 20;
  const memory: number[] = [];
  const [changes] = await Promise.all([
    changeModel(folder, changing, isOver),
    watchMemory(server, memory, isOver, tell),
    ...Array.from({ length: clients }, (_, number) => client(server.url, trials(models, seed + number), seen, isOver)),
  ]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const replaced = Number(/model_reloads_total\{model="changing",result="replaced"\} (\d+)/.exec(metrics)?.[1] ?? 0);
  const refused = Number(/model_reloads_total\{model="changing",result="refused"\} (\d+)/.exec(metrics)?.[1] ?? 0);
  const code = await server.stop();
  // The first tenth fills caches and heaps.
  const level = memory.slice(Math.floor(memory.length / 10));
  const [early, late] = [level.slice(0, level.length >> 1), level.slice(level.length >> 1)].map(mean);
  const answers: Row[] = Array.from(seen.answers, ([kind, count]) => ({
    "kind of request": kind,
    answers: count,
  })).toSorted((one, other) => (one["kind of request"] < other["kind of request"] ? -1 : 1));
  return {
    sections: [
      {
        title: `${soakSeconds} s of mixed load by ${clients} clients`,
        rows: answers,
        notes: [
          `The model "changing" was written ${changes} times: replaced ${replaced} times, refused ${refused} times (every third file is cut short).`,
          ...seen.wrong,
        ],
      },
      {
        title: "Resident memory of the server in MB, after the first tenth of the time",
        rows: [
          {
            "first half": Math.round(early / megabyte),
            "second half": Math.round(late / megabyte),
            largest: Math.round(Math.max(...memory) / megabyte),
          },
        ],
      },
    ],
    verdicts: [
      atMost("answers that were wrong, or errors of ours", seen.wrong.length, 0),
      atMost("exit code", code ?? 1, 0),
      atMost("memory of the second half over that of the first", late / early, 1.1),
    ],
  };
}

/** Replaces the file of a model again and again, in one step as good writers do; every third file is cut short. */
async function changeModel(folder: string, path: string, isOver: () => boolean): Promise<number> {
  let changes = 0;
  while (!isOver()) {
    await wait(1000 * changeEvery);
    changes++;
    const next = join(folder, "next.txt");
    if (changes % 3 === 0) await writeFile(next, '{"format":"kernelbayes-posterior","version":1,"library":');
    else await copyFile(join(folder, `state${1 + (changes % 2)}.txt`), next);
    await rename(next, path);
  }
  return changes;
}

async function watchMemory(
  server: ServerProcess,
  memory: number[],
  isOver: () => boolean,
  tell: (line: string) => void,
): Promise<void> {
  while (!isOver()) {
    await wait(1000 * lookEvery);
    memory.push(server.memory());
    if (memory.length % 60 === 0) tell(`${memory.length} s, ${Math.round(memory.at(-1)! / megabyte)} MB`);
  }
}

async function client(url: string, next: () => Trial, { answers, wrong }: Seen, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { kind, path, type, body, abortAfter, check } = next();
    try {
      const signal = abortAfter === undefined ? null : AbortSignal.timeout(abortAfter);
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": type },
        body,
        signal,
      });
      const problem = check(response.status, await response.text());
      if (problem !== undefined) wrong.push(`${kind}: ${problem}`);
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
    } catch (error) {
      if (abortAfter === undefined) wrong.push(`${kind}: ${String((error as Error).cause ?? error)}`);
      else answers.set(`${kind}, gone`, (answers.get(`${kind}, gone`) ?? 0) + 1);
    }
  }
}

/** Makes requests of all kinds, one after the other, at random. */
function trials(models: ReadonlyMap<string, readonly Posterior[]>, seed: number): () => Trial {
  const source = random.stream(seed, 3);
  const pool = clientRows(3000, seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(source.uniform() * values.length)];
  return () => {
    const name = pick([...models.keys()]);
    const known = models.get(name)!;
    const count = pick([1, 1, 1, 1, 1, 2, 5, 40, 800]);
    const first = Math.floor(source.uniform() * (pool.length - count));
    const rows = pool.slice(first, first + count);
    const draw = source.uniform();
    if (draw < 0.08) return badTrial(name, rows, pick(["json", "row", "option", "column", "model"]));
    if (draw < 0.13)
      return {
        ...predictTrial(name, known, rows, false),
        kind: "client that goes away",
        abortAfter: 1 + 30 * source.uniform(),
      };
    if (draw < 0.3) return inferTrial(name, known, rows);
    if (draw < 0.45) return csvTrial(name, known, rows);
    return predictTrial(name, known, rows, draw > 0.75);
  };
}

/** Whether an answer is that of one of the states that a model may have. */
function isRight(
  predictions: readonly unknown[],
  states: readonly Posterior[],
  rows: readonly ClientRow[],
  intervals: boolean,
): string | undefined {
  const found = states.map((posterior) => difference(predictions, posterior.predict(rows, { intervals }).toRows()));
  return found.includes(undefined) ? undefined : found.join("; or ");
}

function predictTrial(
  name: string,
  states: readonly Posterior[],
  rows: readonly ClientRow[],
  intervals: boolean,
): Trial {
  return {
    kind: `${name}${intervals ? ", intervals" : ""}`,
    path: `/models/${name}/predict`,
    type: "application/json",
    body: JSON.stringify(intervals ? { rows, intervals } : { rows }),
    check: (status, text) =>
      status === 200
        ? isRight((JSON.parse(text) as { predictions: unknown[] }).predictions, states, rows, intervals)
        : `${status} ${text}`,
  };
}

function csvTrial(name: string, states: readonly Posterior[], rows: readonly ClientRow[]): Trial {
  const lines = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))];
  return {
    ...predictTrial(name, states, rows, false),
    kind: `${name}, CSV`,
    type: "text/csv",
    body: lines.map((cells) => cells.join(",")).join("\n"),
  };
}

function inferTrial(name: string, states: readonly Posterior[], rows: readonly ClientRow[]): Trial {
  const names = Object.keys(rows[0]);
  const inputs = [
    { name: "rows", shape: [rows.length, names.length], datatype: "FP64", data: rows.map((row) => Object.values(row)) },
  ];
  const outputs = ["label", "probabilities", "outside"].map((output) => ({ name: output }));
  return {
    kind: `${name}, tensors`,
    path: `/v2/models/${name}/infer`,
    type: "application/json",
    body: JSON.stringify({ id: "soak", inputs, outputs }),
    check(status, text) {
      if (status !== 200) return `${status} ${text}`;
      const answer = JSON.parse(text) as { id: string; outputs: { data: unknown[] }[] };
      if (answer.id !== "soak") return `the id ${answer.id}`;
      const [labels, probabilities, outside] = answer.outputs.map(({ data }) => data);
      const { classes } = states[0];
      const predictions = labels.map((label, row) => ({
        label,
        probabilities: Object.fromEntries(classes.map((one, c) => [one, probabilities[row * classes.length + c]])),
        outside: JSON.parse(outside[row] as string) as unknown,
      }));
      return isRight(predictions, states, rows, false);
    },
  };
}

function badTrial(name: string, rows: readonly ClientRow[], what: string): Trial {
  const [{ x0: _, ...short }] = rows;
  const bodies: Readonly<Record<string, readonly [body: string, status: number]>> = {
    json: [`{"rows":[${"{".repeat(20)}`, 400],
    row: [JSON.stringify({ rows: [...rows, { ...rows[0], x3: "high" }] }), 400],
    option: [JSON.stringify({ rows, level: 2 }), 400],
    column: [JSON.stringify([short]), 400],
    model: [JSON.stringify(rows), 404],
  };
  const [body, wanted] = bodies[what];
  return {
    kind: `bad ${what}`,
    path: `/models/${what === "model" ? "nothing" : name}/predict`,
    type: "application/json",
    body,
    check: (status, text) =>
      status === wanted && typeof (JSON.parse(text) as { code?: unknown }).code === "string"
        ? undefined
        : `${status} in place of ${wanted}: ${text}`,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
