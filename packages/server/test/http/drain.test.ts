import { Agent, request, type ClientRequest } from "node:http";
import { fitSync, gaussianProcess, iris } from "kernelbayes";
import { expect, test } from "vitest";
import { flower, irisPosterior } from "../testModels.ts";
import { folderOfFile, served, writeModel } from "./served.ts";

interface Outcome {
  /** What the server answered, or the code of the error. */
  readonly end: number | string;
  readonly isReused: boolean;
  /** Whether the answer says that it is the last on its connection. */
  readonly isLast: boolean;
}

/** Sends one request over the connections of an agent. */
function sendOver(agent: Agent, url: string, body: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent: ClientRequest = request(
      `${url}/models/iris/predict`,
      { agent, method: "POST", headers: { "content-type": "application/json" } },
      (response) => {
        response.resume();
        response.on("end", () => {
          const isLast = response.headers.connection === "close";
          resolve({ end: response.statusCode!, isReused: sent.reusedSocket, isLast });
        });
        response.on("error", () => resolve({ end: "cut", isReused: sent.reusedSocket, isLast: false }));
      },
    );
    sent.on("error", ({ code }: NodeJS.ErrnoException) =>
      resolve({ end: code ?? "error", isReused: sent.reusedSocket, isLast: false }),
    );
    sent.end(body);
  });
}

const folder = folderOfFile();

test("a server that stops under load answers every request that reaches it, and then refuses connections", async () => {
  const server = await served({ models: [{ name: "iris", path: writeModel(folder, "iris.json", irisPosterior) }] });
  const agent = new Agent({ keepAlive: true, maxSockets: 12 });
  const body = JSON.stringify({ rows: [flower(3)] });
  const outcomes: Outcome[] = [];
  const load = { isOver: false };
  const client = async (): Promise<void> => {
    while (!load.isOver) {
      const outcome = await sendOver(agent, server.url, body);
      outcomes.push(outcome);
      if (outcome.end === "ECONNREFUSED") return;
    }
  };
  const clients = Promise.all(Array.from({ length: 12 }, client));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await server.ask("/v2/health/ready")).status).toBe(200);
  await server.close();
  load.isOver = true;
  await clients;
  agent.destroy();
  const answered = outcomes.filter(({ end }) => end === 200);
  expect(answered.length).toBeGreaterThan(50);
  expect(answered.filter(({ isLast }) => isLast).length).toBeGreaterThan(0);
  const lost = outcomes.filter(({ end }) => end !== 200);
  // A connection that was never taken is refused or reset; one that was in use is not.
  expect(lost.filter(({ isReused }) => isReused)).toEqual([]);
  expect(new Set(lost.map(({ end }) => end))).toContain("ECONNREFUSED");
  for (const { end } of lost) expect(["ECONNREFUSED", "ECONNRESET"]).toContain(end);
  // Those that waited in the system to be taken when the server stopped listening.
  expect(lost.filter(({ end }) => end === "ECONNRESET").length).toBeLessThanOrEqual(2);
});

test("what takes long when it is told to stop is finished", async () => {
  const slow = fitSync(gaussianProcess(), iris(), { target: "species" });
  const server = await served({ models: [{ name: "iris", path: writeModel(folder, "slow.json", slow) }] });
  const rows = Array.from({ length: 3000 }, (_, at) => flower(at % 150));
  const answer = server.send("/models/iris/predict", { rows, intervals: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const start = performance.now();
  const closed = server.close();
  expect(server.close()).toBe(closed);
  const { status, json } = await answer;
  expect([status, json.predictions.length]).toEqual([200, 3000]);
  await closed;
  // The connection on which the answer came is not waited for.
  expect(performance.now() - start).toBeLessThan(15_000);
  await expect(fetch(`${server.url}/v2`)).rejects.toThrow("fetch failed");
});

test("while load balancers take it out, a server takes requests and is not ready", async () => {
  const path = writeModel(folder, "iris.json", irisPosterior);
  const server = await served({ models: [{ name: "iris", path }], workers: 0, drainDelay: 0.4 });
  const closed = server.close();
  expect(await server.ask("/v2/health/ready")).toMatchObject({ status: 503, json: { ready: false } });
  expect((await server.ask("/v2/health/live")).status).toBe(200);
  expect((await server.send("/models/iris/predict", [flower(1)])).status).toBe(200);
  await closed;
});

test("what is not answered within the limit is cut off", async () => {
  const path = writeModel(folder, "iris.json", irisPosterior);
  const server = await served({ models: [{ name: "iris", path }], workers: 0, drainLimit: 0.3 });
  const stuck = request(`${server.url}/models/iris/predict`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 100 },
  });
  const ended = new Promise((resolve) => stuck.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code)));
  stuck.write("{");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const start = performance.now();
  await server.close();
  expect(performance.now() - start).toBeLessThan(5000);
  expect(await ended).toBe("ECONNRESET");
});
