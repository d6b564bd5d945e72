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
  /** The predictions of the rows of one request, made at once where that takes no longer than to wait for others; else undefined. */
  now(model: ServedModel, settings: PredictSettings, X: Matrix): Predicted | undefined;
  /** Takes a request in. The function returned takes it out again. */
  add(model: ServedModel, settings: PredictSettings, one: Waiting): () => void;
}

/**
 * Milliseconds up to which the serving thread predicts by itself. Sending rows to a worker and back takes the serving thread about a fifth of it, and all of it
 * where the worker shares a processor with others.
 */
const inlineLimit = 0.25;

/** Milliseconds that a request costs more if it waits for others of its turn: promises, a place in the queue, its part of what comes back. */
const joiningCost = 0.005;

/**
 * Requests that arrive in one turn of the event loop are predicted together, unless that saves less than it costs. What takes the serving thread no longer than a fraction of a
 * millisecond is predicted at the end of the turn. Other rows go to the next free worker, which takes what waits by then. They wait for others, at most `batchWait`, only where a
 * worker is idle, another one predicts rows of the same kind, and to join what comes saves more time than they take.
 */
export function batches({ pool, batchWait, batchRows, onBatch }: BatchOptions): Batches {
  const laneOf = lanes();

  /** Predicts in this thread the rows of so many requests. */
  const predictRows = (model: ServedModel, settings: PredictSettings, X: Matrix, requests: number): Predicted => {
    const start = performance.now();
    const predicted = predictedOf(model.local!.posterior.predictEncoded(X, settings));
    costOf(model, settings).correct(X.rows, performance.now() - start);
    onBatch(X.rows, requests);
    return predicted;
  };

  const predictHere = ({ model, settings }: Lane, batch: readonly Waiting[]): void => {
    try {
      shareOut(batch, predictRows(model, settings, joined(batch), batch.length));
    } catch (error) {
      for (const { reject } of batch) reject(error as Error);
    }
  };

  /** Whether so many rows are predicted in this thread, when their turn comes. */
  const isForHere = ({ model, settings, rows }: Pick<Lane, "model" | "settings" | "rows">): boolean =>
    model.local !== undefined &&
    (pool === undefined || costOf(model, settings).of(Math.min(rows, batchRows)) <= inlineLimit);

  /** Whether rows of a lane wait for others: an idle worker could begin, but the rows take less time than they would save by being joined to what comes. */
  const isWorthWaiting = ({ model, settings, rows, running }: Lane): boolean => {
    if (running === 0 || pool!.idle === 0 || rows >= batchRows) return false;
    const cost = costOf(model, settings);
    const saved = cost.of(0);
    return cost.of(rows) - saved < saved;
  };

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
    if (!isWorthWaiting(lane)) return giveToWorker(lane);
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
    now(model, settings, X) {
      const { rows } = X;
      const isNow =
        pool !== undefined &&
        costOf(model, settings).of(0) <= joiningCost &&
        rows <= batchRows &&
        isForHere({ model, settings, rows });
      return isNow ? predictRows(model, settings, X, 1) : undefined;
    },
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
