// The script of a worker thread: predicts with the models that it is sent.
import { parentPort } from "node:worker_threads";
import { matrix } from "kernelbayes/engine";
import { predictedOf } from "../answers/predicted.ts";
import { wholeAnswer } from "../answers/wholeAnswer.ts";
import { loadedModel, measuredCosts, type LoadedModel } from "../models/loadedModel.ts";
import { problemOf } from "../problem/problem.ts";
import { readRequest } from "../requests/readRequest.ts";
import { ready, type Reply, type Request, type Results } from "./messages.ts";

const models = new Map<number, LoadedModel>();
const port = parentPort!;

// Requests are answered in their order, also while one of them lets other events have their turn.
let last = Promise.resolve();
port.on("message", (request: Request) => {
  last = last.then(async () => {
    const [reply, transferred] = await replyTo(request);
    port.postMessage(reply, transferred);
  });
});

port.postMessage(ready);

async function replyTo(request: Request): Promise<[Reply, ArrayBuffer[]]> {
  try {
    const result = await work(request);
    return [{ ok: true, result }, buffersOf(request, result)];
  } catch (error) {
    const refused = problemOf(error);
    return [{ ok: false, problem: refused, reason: refused.code === "internal" ? reasonOf(error) : undefined }, []];
  }
}

function work(request: Request): Results[keyof Results] | Promise<Results["answer"]> {
  if (request.do === "load") return load(request);
  if (request.do === "drop") return void models.delete(request.model);
  const model = models.get(request.model);
  if (model === undefined) throw new Error(`This worker has no model ${request.model}.`);
  if (request.do === "threshold") return model.threshold(request.level, request.seed);
  return request.do === "predict" ? predict(model, request) : answerWhole(model, request);
}

function load({ model, bytes, engine, isMeasured }: Request & { do: "load" }): Results["load"] {
  const loaded = loadedModel(bytes, engine);
  models.set(model, loaded);
  return { front: loaded.front, costs: isMeasured ? measuredCosts(loaded) : undefined };
}

function predict(
  { posterior }: LoadedModel,
  { rows, data, settings }: Request & { do: "predict" },
): Results["predict"] {
  const start = performance.now();
  const predicted = predictedOf(posterior.predictEncoded(matrix(rows, data.length / rows, data), settings));
  return { ...predicted, milliseconds: performance.now() - start };
}

/** For requests that would keep the serving thread too long. */
async function answerWhole(
  model: LoadedModel,
  { address, request, explainTime }: Request & { do: "answer" },
): Promise<Results["answer"]> {
  const asked = readRequest(model.front, request);
  if (explainTime === undefined && asked.settings.explain) return undefined;
  return wholeAnswer(model, address, asked, explainTime ?? 0);
}

/** Buffers that change hands instead of being copied. */
function buffersOf(request: Request, result: unknown): ArrayBuffer[] {
  if (request.do === "answer") {
    const whole = result as Results["answer"];
    return whole ? [whole.bytes.buffer as ArrayBuffer] : [];
  }
  if (request.do !== "predict") return [];
  const { probabilities, lower, upper } = result as Results["predict"];
  // Two of them may be one.
  return [...new Set([probabilities, lower, upper].flatMap((one) => (one ? [one.data.buffer as ArrayBuffer] : [])))];
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
