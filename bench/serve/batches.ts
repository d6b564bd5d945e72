import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import type { Row } from "../benchmark.ts";
import { startLineProcess, typescript } from "../lineProcess.ts";
import { median } from "../cpuTime.ts";
import { atMost, type Verdict } from "../verdict.ts";
import { checkPredictions } from "./checkPredictions.ts";
import { clientRows, servedFiles, writeServedModel } from "./servedData.ts";
import { startKernelbayes } from "./serverProcess.ts";
import type { ServeReport, ServeSettings } from "./serveSettings.ts";

/** What a batch took, in milliseconds. */
interface Times {
  readonly wall: number;
  readonly cpu: number;
}

const repeats = 9;

/** Batches of many rows beside the library, which parses the same JSON, predicts, and writes the same answer. */
export async function batches(settings: ServeSettings): Promise<ServeReport> {
  const { folder, models, batchRows, workers, tell } = settings;
  const rows = clientRows(batchRows, 6);
  const body = JSON.stringify({ rows });
  const bytes = Buffer.from(body);
  const bodyFile = join(folder, "body");
  await writeFile(bodyFile, body);
  const found: Row[] = [];
  const verdicts: Verdict[] = [];
  for (const name of models) {
    tell(`batches of ${name}`);
    const posterior = await writeServedModel(folder, name);
    const server = await startKernelbayes([
      ...servedFiles(folder, [name]),
      "--workers",
      String(workers),
      "--body-limit",
      "64MB",
      "--time-limit",
      "120s",
    ]);
    const library = startLineProcess(
      process.execPath,
      typescript(fileURLToPath(new URL("libraryBatches.ts", import.meta.url)), join(folder, `${name}.json`), bodyFile),
    );
    try {
      const url = `${server.url}/models/${name}/predict`;
      await checkPredictions(url, body, posterior.predict(rows, { intervals: false }).toRows());
      await library.ask("batch");
      const [ours, alone]: [Times[], Times[]] = [[], []];
      // In turn, so that both see the same machine.
      for (let repeat = 0; repeat < repeats; repeat++) {
        ours.push(await timeRequest(url, bytes, server.cpu));
        alone.push(JSON.parse(await library.ask("batch")) as Times);
      }
      const middle = (times: readonly Times[]): number => median(times.map(({ wall }) => wall));
      // Ticks of the clock are too coarse for single batches.
      const sum = (times: readonly Times[]): number => times.reduce((total, { cpu }) => total + cpu, 0);
      const ratio = middle(ours) / middle(alone);
      found.push({
        model: name,
        rows: batchRows,
        "rows/s served": Math.round((1000 * batchRows) / middle(ours)),
        "rows/s library": Math.round((1000 * batchRows) / middle(alone)),
        "time over library": Number(ratio.toFixed(2)),
        "CPU over library": Number((sum(ours) / sum(alone)).toFixed(2)),
      });
      verdicts.push(atMost(`${name}: time for ${batchRows} rows over library and JSON`, ratio, 1.3));
    } finally {
      library.close();
      await server.stop();
    }
  }
  return {
    sections: [
      {
        title: `Batches of ${batchRows} rows, one at a time, without intervals; medians of ${repeats}`,
        rows: found,
        notes: [
          "The library parses the same bytes, predicts, and writes the same answer, in a process of its own; both take turns.",
        ],
      },
    ],
    verdicts,
  };
}

/** Sends bytes and reads the answer, as sparingly as a client can. */
function timeRequest(url: string, body: Buffer, cpu: () => number): Promise<Times> {
  const [began, start] = [cpu(), performance.now()];
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const sent = request(url, { method: "POST", headers }, (response) => {
      let length = 0;
      response.on("data", (chunk: Buffer) => (length += chunk.length));
      response.on("end", () => {
        if (response.statusCode === 200 && length > 0)
          resolve({ wall: performance.now() - start, cpu: (cpu() - began) / 1000 });
        else reject(new Error(`${url} answered ${response.statusCode}.`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
