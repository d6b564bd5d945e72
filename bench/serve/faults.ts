import { Agent, request, type ClientRequest } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "@kernelbayes/server";
import type { Row } from "../benchmark.ts";
import { atLeast, atMost } from "../verdict.ts";
import { difference } from "./checkPredictions.ts";
import { clientRows, servedFiles, writeServedModel } from "./servedData.ts";
import { startKernelbayes } from "./serverProcess.ts";
import { withFolder, type ServeReport, type ServeSettings } from "./serveSettings.ts";

const rounds = 5;
const connections = 16;

/** How one request ended. */
interface Ended {
  /** The status of the answer, or the code of an error. */
  readonly end: number | string;
  readonly isRight: boolean;
  /** Whether its connection had brought an answer before. */
  readonly isReused: boolean;
}

/** A server that is told to stop under load, and one whose threads are ended under load. */
export async function faults(settings: ServeSettings): Promise<ServeReport> {
  return withFolder(async (folder) => {
    const posterior = await writeServedModel(folder, "auto");
    const rows = clientRows(1, 8);
    const body = JSON.stringify({ rows });
    const expected = posterior.predict(rows, { intervals: false }).toRows();
    const check = (text: string): boolean =>
      difference((JSON.parse(text) as { predictions: unknown[] }).predictions, expected) === undefined;

    settings.tell(`kill -TERM under load, ${rounds} times`);
    const stops: Row[] = [];
    let [lost, codes, answered] = [0, 0, 0];
    for (let round = 1; round <= rounds; round++) {
      const { ended, code } = await stopUnderLoad(folder, settings.workers, body, check);
      const right = ended.filter(({ isRight }) => isRight).length;
      const refused = ended.filter(({ end }) => end === "ECONNREFUSED").length;
      const reset = ended.filter(({ end, isReused }) => end === "ECONNRESET" && !isReused).length;
      stops.push({
        round,
        answered: right,
        "connections refused": refused,
        "new connections reset": reset,
        lost: ended.length - right - refused - reset,
        "exit code": code ?? "-",
      });
      lost += ended.length - right - refused - reset;
      answered += right;
      codes += code ?? 1;
    }

    settings.tell("ending threads under load");
    const threads = await loseThreads(folder, Math.max(1, settings.workers));
    return {
      sections: [
        {
          title: `kill -TERM under load: one row a request, ${connections} connections`,
          rows: stops,
          notes: [
            "A new connection that is reset waited in the system to be taken when the server stopped listening; its request was not accepted.",
          ],
        },
        {
          title: "Threads ended under load: 2000 rows a request, 4 connections",
          rows: [threads.row],
        },
      ],
      verdicts: [
        atLeast("requests answered before and after kill -TERM", answered, rounds),
        atMost("accepted requests lost by kill -TERM", lost, 0),
        atMost("sum of the exit codes", codes, 0),
        atLeast("threads that were replaced", threads.replaced, 1),
        atMost("answers other than right ones or 503 while threads end", threads.wrong, 0),
        atLeast("right answers while threads end", threads.right, 1),
      ],
    };
  });
}

async function stopUnderLoad(
  folder: string,
  workers: number,
  body: string,
  check: (text: string) => boolean,
): Promise<{ readonly ended: Ended[]; readonly code: number | null }> {
  const server = await startKernelbayes([...servedFiles(folder, ["auto"]), "--workers", String(workers)]);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ended: Ended[] = [];
  const state = { isOver: false };
  const client = async (): Promise<void> => {
    while (!state.isOver) {
      const outcome = await send(agent, `${server.url}/models/auto/predict`, body, check);
      ended.push(outcome);
      if (outcome.end === "ECONNREFUSED") return;
    }
  };
  const clients = Promise.all(Array.from({ length: connections }, client));
  await wait(1500);
  const code = await server.stop("SIGTERM");
  state.isOver = true;
  await clients;
  agent.destroy();
  return { ended, code };
}

function send(agent: Agent, url: string, body: string, check: (text: string) => boolean): Promise<Ended> {
  return new Promise((resolve) => {
    const sent: ClientRequest = request(
      url,
      {
        agent,
        method: "POST",
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => {
          const end = response.statusCode!;
          resolve({ end, isRight: end === 200 && check(text), isReused: sent.reusedSocket });
        });
        response.on("error", () => resolve({ end: "cut", isRight: false, isReused: sent.reusedSocket }));
      },
    );
    sent.on("error", ({ code }: NodeJS.ErrnoException) =>
      resolve({ end: code ?? "error", isRight: false, isReused: sent.reusedSocket }),
    );
    sent.end(body);
  });
}

async function loseThreads(
  folder: string,
  workers: number,
): Promise<{ readonly row: Row; readonly replaced: number; readonly wrong: number; readonly right: number }> {
  const rows = clientRows(2000, 9);
  const posterior = await writeServedModel(folder, "gpc");
  const expected = posterior.predict(rows, { intervals: false }).toRows();
  const server = await startServer({
    models: [{ name: "gpc", path: join(folder, "gpc.json") }],
    port: 0,
    workers,
    logLevel: "silent",
  });
  const state = { isOver: false };
  const counts = { right: 0, again: 0, wrong: 0 };
  const client = async (): Promise<void> => {
    while (!state.isOver) {
      const response = await fetch(`${server.url}/models/gpc/predict`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ rows }),
      });
      const answer = (await response.json()) as { predictions: unknown[]; code?: string };
      if (response.status === 503) counts.again++;
      else if (response.status === 200 && difference(answer.predictions, expected) === undefined) counts.right++;
      else counts.wrong++;
    }
  };
  const clients = Promise.all(Array.from({ length: 4 }, client));
  for (let time = 0; time < 8; time++) {
    await wait(700);
    await server.threads[time % server.threads.length]?.terminate();
  }
  await wait(1500);
  state.isOver = true;
  await clients;
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const replaced = Number(/workers_lost_total (\d+)/.exec(metrics)?.[1] ?? 0);
  await server.close();
  return {
    row: {
      "threads ended": replaced,
      "right answers": counts.right,
      "answered by 503": counts.again,
      wrong: counts.wrong,
    },
    replaced,
    ...counts,
  };
}
