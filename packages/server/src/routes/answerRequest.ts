import type { FastifyReply, FastifyRequest } from "fastify";
import type { ConformalThreshold } from "kernelbayes/compare";
import { answer } from "../answers/answer.ts";
import type { Predicted } from "../answers/predicted.ts";
import type { WholeAnswer } from "../answers/wholeAnswer.ts";
import { bufferOf } from "../bufferOf.ts";
import { sendAtEndOfTurn, sendPredictions } from "../http/answerHeaders.ts";
import type { Context } from "../http/context.ts";
import type { ServedModel } from "../models/servedModel.ts";
import { refusal } from "../problem/problem.ts";
import type { Asked, RawRequest } from "../requests/asked.ts";
import { readRequest } from "../requests/readRequest.ts";
import { modelAt } from "./modelAt.ts";

/** Bytes of a body from which a worker does everything: reading it here would keep the others waiting. */
const largeBody = 64 * 1024;

/** Answers a request for predictions, of either kind. Without `await`, and without a promise where a prediction is cheap: it takes less time than a few of these. */
export function answerRequest(
  context: Context,
  kind: RawRequest["kind"],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { store } = context;
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw refusal(415, "content-encoding", "Compressed bodies are not read.", { remedy: "Send the body as it is." });
  }
  const found = modelAt(context, request);
  const fail = (error: unknown): void => void reply.send(error);
  const begin = (model: ServedModel): void => {
    // What is wrong with the request is thrown, before there is anything to end.
    const answering = answerOf(context, model, kind, request);
    if (typeof answering === "string") return sendAtEndOfTurn({ context, request, reply, body: answering });
    store.begin(model);
    answering
      .then(
        (body) => {
          store.end(model);
          sendPredictions(context, request, reply, body);
        },
        (error: unknown) => {
          store.end(model);
          fail(error);
        },
      )
      .catch(fail);
  };
  if (found instanceof Promise) found.then(begin).catch(fail);
  else begin(found);
}

function answerOf(
  context: Context,
  model: ServedModel,
  kind: RawRequest["kind"],
  request: FastifyRequest,
): string | Promise<string | Buffer> {
  const { rowLimit, columnLimit, explainRows, workers } = context.settings;
  const raw: RawRequest = {
    kind,
    type: /^text\/csv\b/i.test(request.headers["content-type"] ?? "") ? "csv" : "json",
    body: (request.body as Buffer | undefined) ?? new Uint8Array(),
    query: request.query as RawRequest["query"],
    rowLimit,
    columnLimit,
    explainRows,
  };
  const isGone = (): boolean => request.socket.destroyed;
  const isLarge = raw.body.length > largeBody && workers > 0;
  return isLarge ? largeAnswer(context, model, raw, isGone) : smallAnswer(context, model, raw, isGone);
}

/** Read and written here; the rows are predicted at once, or with those of other requests. */
function smallAnswer(
  context: Context,
  model: ServedModel,
  raw: RawRequest,
  isGone: () => boolean,
): string | Promise<string | Buffer> {
  const { scheduler } = context;
  const asked = readRequest(model.front, raw);
  const { encoded, settings } = asked;
  if (settings.explain) return scheduler.explain(model, raw, isGone).then((whole) => counted(context, model, whole));
  const now = settings.sets ? undefined : scheduler.predictNow(model, encoded.X, settings);
  if (now !== undefined) return textOf(context, model, asked, now);
  const predicting = scheduler.predict(model, encoded.X, settings, isGone);
  if (settings.sets) return answerWithSets(context, model, asked, settings.sets, predicting);
  return predicting.then((predicted) => textOf(context, model, asked, predicted));
}

async function answerWithSets(
  context: Context,
  model: ServedModel,
  asked: Asked,
  { level, seed }: NonNullable<Asked["settings"]["sets"]>,
  predicting: Promise<Predicted>,
): Promise<string> {
  const predicted = await predicting;
  return textOf(context, model, asked, predicted, await context.scheduler.threshold(model, level, seed));
}

/** The text of an answer, after what is counted of it was counted. */
function textOf(
  { metrics }: Context,
  model: ServedModel,
  asked: Asked,
  predicted: Predicted,
  threshold?: ConformalThreshold,
): string {
  const { text, counts } = answer(model.front, model, asked, predicted, threshold);
  metrics.answered(model, counts);
  model.drift?.add(asked.encoded.rows);
  return text;
}

/** Read, predicted and written by a worker; by that for explanations if the request turns out to ask for one. */
async function largeAnswer(
  context: Context,
  model: ServedModel,
  raw: RawRequest,
  isGone: () => boolean,
): Promise<Buffer> {
  const { scheduler } = context;
  const whole = await scheduler.answer(model, raw, isGone);
  return counted(context, model, whole ?? (await scheduler.explain(model, raw, isGone)));
}

/** The bytes of an answer, after what is counted of it was counted. */
function counted({ metrics }: Context, model: ServedModel, { bytes, counts, drift }: WholeAnswer): Buffer {
  metrics.answered(model, counts);
  if (drift) model.drift?.addCounts(drift);
  return bufferOf(bytes);
}
