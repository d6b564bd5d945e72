import type { FastifyReply, FastifyRequest } from "fastify";
import { answer } from "../answers/answer.ts";
import type { Context } from "../http/context.ts";
import type { ServedModel } from "../models/servedModel.ts";
import { refusal } from "../problem/problem.ts";
import type { RawRequest } from "../requests/asked.ts";
import { readRequest } from "../requests/readRequest.ts";
import type { WholeAnswer } from "../work/messages.ts";

/** Bytes of a body from which a worker does everything: reading it here would keep the others waiting. */
const largeBody = 64 * 1024;

const jsonType = "application/json; charset=utf-8";

/** The model that an address names. */
export interface ModelAddress {
  readonly name: string;
  readonly version?: string;
}

/** Answers a request for predictions, of either kind. */
export async function answerRequest(
  context: Context,
  kind: RawRequest["kind"],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { store, settings } = context;
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw refusal(415, "content-encoding", "Compressed bodies are not read.", { remedy: "Send the body as it is." });
  }
  const { name, version } = request.params as ModelAddress;
  const found = store.get(name, version);
  const model = found instanceof Promise ? await found : found;
  store.begin(model);
  try {
    const raw: RawRequest = {
      kind,
      type: request.headers["content-type"]?.startsWith("text/csv") ? "csv" : "json",
      body: (request.body as Buffer | undefined) ?? new Uint8Array(),
      query: request.query as RawRequest["query"],
      rowLimit: settings.rowLimit,
      columnLimit: settings.columnLimit,
      explainRows: settings.explainRows,
    };
    const isGone = (): boolean => request.socket.destroyed;
    const isLarge = raw.body.length > largeBody && settings.workers > 0;
    const body = isLarge
      ? await largeAnswer(context, model, raw, isGone)
      : await smallAnswer(context, model, raw, isGone);
    reply.type(jsonType).send(body);
  } finally {
    store.end(model);
  }
}

/** Read and written here; the rows are predicted with those of other requests. */
async function smallAnswer(
  context: Context,
  model: ServedModel,
  raw: RawRequest,
  isGone: () => boolean,
): Promise<string | Buffer> {
  const { scheduler, metrics } = context;
  const asked = readRequest(model.front, raw);
  const { encoded, settings } = asked;
  if (settings.explain) return counted(context, model, await scheduler.explain(model, raw, isGone));
  const predicted = await scheduler.predict(model, encoded.X, settings, isGone);
  const threshold = settings.sets && (await scheduler.threshold(model, settings.sets.level, settings.sets.seed));
  const { text, counts } = answer(model.front, model, asked, predicted, threshold);
  metrics.answered(model, counts);
  model.drift?.add(encoded.table);
  return text;
}

/** Read, predicted and written by a worker; by that for explanations if the words of the request may ask for one. */
async function largeAnswer(
  context: Context,
  model: ServedModel,
  raw: RawRequest,
  isGone: () => boolean,
): Promise<Buffer> {
  const { scheduler } = context;
  const mayExplain =
    raw.query.explain !== undefined ||
    Buffer.from(raw.body.buffer, raw.body.byteOffset, raw.body.byteLength).includes('"explain"');
  return counted(context, model, await scheduler[mayExplain ? "explain" : "answer"](model, raw, isGone));
}

/** The bytes of an answer, after what is counted of it was counted. */
function counted({ metrics }: Context, model: ServedModel, { bytes, counts, drift }: WholeAnswer): Buffer {
  metrics.answered(model, counts);
  if (drift) model.drift?.addCounts(drift);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
