import { connect } from "node:net";
import type { Row } from "../benchmark.ts";
import { atLeast, atMost } from "../verdict.ts";
import { checkPredictions } from "./checkPredictions.ts";
import { fuzzCase, type FuzzCase } from "./fuzzCases.ts";
import { clientRows, servedFiles, writeServedModel } from "./servedData.ts";
import { startKernelbayes } from "./serverProcess.ts";
import { withFolder, type ServeReport, type ServeSettings } from "./serveSettings.ts";

/** Cases at a time. */
const together = 16;

/** Cases after which a good request has to be answered rightly. */
const between = 500;

/** Milliseconds after which a case that is not answered counts as a hang. */
const patience = 90_000;

/** Damaged requests over connections of their own: only answers of 2xx and 4xx, and a server that is none the worse for it. */
export async function fuzz({ cases, seed, workers, tell }: ServeSettings): Promise<ServeReport> {
  return withFolder(async (folder) => {
    tell(`fuzzing with ${cases} cases from seed ${seed}`);
    const posterior = await writeServedModel(folder, "lda");
    await writeServedModel(folder, "gpc");
    const server = await startKernelbayes([
      ...servedFiles(folder, ["lda", "gpc"]),
      "--workers",
      String(workers),
      "--time-limit",
      "60s",
    ]);
    const port = Number(new URL(server.url).port);
    const rows = clientRows(3, 7);
    const good = (): Promise<void> =>
      checkPredictions(
        `${server.url}/models/lda/predict`,
        JSON.stringify(rows),
        posterior.predict(rows, { intervals: false }).toRows(),
      );
    const counts = new Map<string, Map<string, number>>();
    const bad: string[] = [];
    try {
      await good();
      for (let first = 0; first < cases; first += between) {
        const numbers = Array.from({ length: Math.min(between, cases - first) }, (_, at) => first + at);
        const work = async (): Promise<void> => {
          for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
            const one = fuzzCase(seed, number, ["lda", "gpc", "nothing"]);
            const outcome = await outcomeOf(port, one);
            const ofKind = counts.get(one.kind) ?? new Map<string, number>();
            counts.set(one.kind, ofKind.set(outcome, (ofKind.get(outcome) ?? 0) + 1));
            if (!isAllowed(one, outcome)) bad.push(`case ${number}, ${one.kind}: ${outcome}`);
          }
        };
        await Promise.all(Array.from({ length: together }, work));
        if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.complaints()}`);
        await good();
      }
    } finally {
      await server.stop();
    }
    const answered = Array.from(
      counts.values(),
      (ofKind) => (ofKind.get("2xx") ?? 0) + (ofKind.get("4xx") ?? 0),
    ).reduce((sum, count) => sum + count, 0);
    return {
      sections: [{ title: `${cases} damaged requests, seed ${seed}`, rows: rowsOf(counts), notes: bad.slice(0, 20) }],
      verdicts: [
        atMost("cases that ended otherwise than with 2xx or 4xx", bad.length, 0),
        atLeast("cases that were answered", answered, cases / 2),
        atMost("exit code of the server", server.child.exitCode ?? 1, 0),
      ],
    };
  });
}

/** Requests that do not end may be closed without an answer, and so may what is no HTTP at all. */
function isAllowed({ isIncomplete }: FuzzCase, outcome: string): boolean {
  return outcome === "2xx" || outcome === "4xx" || (isIncomplete && outcome === "closed");
}

function rowsOf(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Row[] {
  const outcomes = ["2xx", "4xx", "closed", "5xx", "hang", "other"];
  return Array.from(counts, ([kind, ofKind]) => ({
    kind,
    ...Object.fromEntries(outcomes.map((outcome) => [outcome, ofKind.get(outcome) ?? 0])),
  })).toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
}

/** Writes the bytes to a connection, and reads the first answer. */
function outcomeOf(port: number, { bytes, isIncomplete }: FuzzCase): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let answer = "";
    const end = (outcome: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => end("hang"), patience);
    const look = (isEnd: boolean): void => {
      const [, status] = /^HTTP\/1\.[01] (\d)\d\d /.exec(answer) ?? [];
      // A word to continue comes before the answer.
      if (status === "1") {
        answer = answer.slice(answer.indexOf("\r\n\r\n") + 4);
        return look(isEnd);
      }
      if (status !== undefined) end(["2", "4"].includes(status) ? `${status}xx` : status === "5" ? "5xx" : "other");
      else if (isEnd) end(answer === "" ? "closed" : "other");
    };
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      look(false);
    });
    socket.on("end", () => look(true));
    socket.on("error", () => look(true));
    // What waits for more bytes learns by the end that there are none. Others wait for an answer, as clients do.
    if (isIncomplete) socket.end(bytes);
    else socket.write(bytes);
  });
}
