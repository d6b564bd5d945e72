import { type Matrix } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { predictedOf, type Predicted } from "../answers/predicted.ts";
import type { LiveCost, ServedModel } from "../models/servedModel.ts";
import type { PredictSettings } from "../requests/predictSettings.ts";
import { emptyLane, lanes, removeFrom, shareOut, takeFrom, type Lane, type Waiting } from "./lane.ts";
import { nobodyWaits } from "./nobodyWaits.ts";
import type { Results } from "./messages.ts";
import type { Job, WorkerPool } from "./workerPool.ts";

export interface BatchOptions {
  /** Absent where the serving thread does everything. */
  readonly pool: WorkerPool | undefined;
  /** Milliseconds that a row may wait for others; 0 predicts each request alone. */
  readonly batchWait: number;
  /** Rows that are predicted together at most. */
  readonly batchRows: number;
  /** Hears of each prediction of rows together. */
  readonly onBatch: (rows: number, requests: number) => void;
}

/** Predicts the rows of several requests together. */
export interface Batches {
  /** Takes a request in. The function returned takes it out again. */
  add(model: ServedModel, settings: PredictSettings, one: Waiting): () => void;
}

/**
 * Milliseconds up to which the serving thread predicts by itself. Sending rows to a worker and back takes the serving thread about a fifth of it, and all of it
 * where the worker shares a processor with others.
 */
const inlineLimit = 0.25;

/**
 * Requests that arrive in one turn of the event loop are predicted together. What takes the serving thread no longer than a fraction of a millisecond is predicted at the end of
 * the turn. Other rows go to a worker: a lone request at once, else after `batchWait`, when the batch is full, or when a worker is free after that.
 */
export function batches({ pool, batchWait, batchRows, onBatch }: BatchOptions): Batches {
  const laneOf = lanes();

  /** Predicts in this thread. */
  const predictHere = ({ model, settings }: Lane, batch: readonly Waiting[]): void => {
    try {
      const X = joined(batch);
      const start = performance.now();
      const predicted = predictedOf(model.local!.posterior.predictEncoded(X, settings));
      costOf(model, settings).correct(X.rows, performance.now() - start);
      onBatch(X.rows, batch.length);
      shareOut(batch, predicted);
    } catch (error) {
      for (const { reject } of batch) reject(error as Error);
    }
  };

  /** Whether the first rows of a lane are predicted in this thread. */
  const isForHere = ({ model, settings, rows }: Lane): boolean =>
    model.local !== undefined &&
    (pool === undefined || costOf(model, settings).of(Math.min(rows, batchRows)) <= inlineLimit);

  const endOfTurn = (lane: Lane): void => {
    lane.next = "nothing";
    if (lane.waiting.length === 0) return;
    if (!isForHere(lane)) return chooseTime(lane);
    predictHere(lane, takeFrom(lane, batchRows));
    // The others of a long line let other work in between.
    if (lane.waiting.length > 0) atEndOfTurn(lane);
  };

  const atEndOfTurn = (lane: Lane): void => {
    lane.next = "turn";
    setImmediate(endOfTurn, lane);
  };

  /** Chooses when a worker gets the rows of a lane. */
  const chooseTime = (lane: Lane): void => {
    const isLone = lane.waiting.length === 1 && lane.running === 0 && pool!.idle > 0;
    if (isLone || lane.rows >= batchRows) return giveToWorker(lane);
    lane.next = "timer";
    lane.timer = setTimeout(giveToWorker, batchWait, lane);
  };

  /** The next free worker takes what waits in the lane by then. */
  const giveToWorker = (lane: Lane): void => {
    clearTimeout(lane.timer);
    lane.next = "worker";
    pool!.run(jobOf(lane));
  };

  const jobOf = (lane: Lane): Job => {
    const { model, settings } = lane;
    let batch: Waiting[] | undefined;
    const begin = (): Waiting[] => {
      const taken = takeFrom(lane, batchRows);
      lane.running++;
      lane.next = "nothing";
      if (lane.waiting.length > 0) giveToWorker(lane);
      return taken;
    };
    return {
      model,
      start() {
        // After the loss of a worker the rows are those of the first attempt.
        batch ??= begin();
        if (batch.every((one) => one.isOver())) {
          lane.running--;
          for (const { reject } of batch) reject(nobodyWaits());
          return undefined;
        }
        const X = joined(batch);
        onBatch(X.rows, batch.length);
        return { do: "predict", model: model.id, rows: X.rows, data: X.data, settings };
      },
      done(result) {
        lane.running--;
        const predicted = result as Results["predict"];
        costOf(model, settings).correct(predicted.rows, predicted.milliseconds);
        shareOut(batch!, predicted);
      },
      failed(error) {
        lane.running--;
        for (const { reject } of batch ?? []) reject(error);
      },
      isForgotten: () => batch !== undefined && batch.every((one) => one.isOver()),
    };
  };

  return {
    add(model, settings, one) {
      const lane = batchWait === 0 ? emptyLane(model, settings) : laneOf(model, settings);
      lane.waiting.push(one);
      lane.rows += one.X.rows;
      if (batchWait === 0) {
        if (isForHere(lane)) predictHere(lane, takeFrom(lane, batchRows));
        else giveToWorker(lane);
      } else if (lane.next === "nothing") atEndOfTurn(lane);
      else if (lane.next === "timer" && lane.rows >= batchRows) giveToWorker(lane);
      return () => removeFrom(lane, one);
    },
  };
}

function costOf({ costs }: ServedModel, { intervals }: PredictSettings): LiveCost {
  return intervals ? costs.withIntervals! : costs.plain;
}

/** The rows of several requests, one after the other. */
function joined(batch: readonly Waiting[]): Matrix {
  if (batch.length === 1) return batch[0].X;
  const rows = batch.reduce((sum, { X }) => sum + X.rows, 0);
  const all = matrix(rows, batch[0].X.columns);
  let at = 0;
  for (const { X } of batch) {
    all.data.set(X.data, at);
    at += X.data.length;
  }
  return all;
}

/** The predictions of no rows. */
export function nothingPredicted({ front }: ServedModel): Predicted {
  return { rows: 0, classes: front.classes, labels: [], probabilities: matrix(0, front.classes.length) };
}
