import type { Matrix } from "kernelbayes";
import { partOfPredicted, type Predicted } from "../answers/predicted.ts";
import type { ServedModel } from "../models/servedModel.ts";
import type { PredictSettings } from "../requests/predictSettings.ts";

/** A request whose rows wait to be predicted. */
export interface Waiting {
  readonly X: Matrix;
  resolve(predicted: Predicted): void;
  reject(error: Error): void;
  /** Whether nobody waits for it any more. */
  isOver(): boolean;
}

/** Rows of one model that may be predicted together, because they are to be predicted in the same way. */
export interface Lane {
  readonly model: ServedModel;
  readonly settings: PredictSettings;
  readonly waiting: Waiting[];
  /** Rows that wait. */
  rows: number;
  /** What will take the waiting requests: nothing yet, the end of this turn of the event loop, a timer, or the next free worker. */
  next: "nothing" | "turn" | "timer" | "worker";
  timer: NodeJS.Timeout | undefined;
  /** Batches that workers are predicting. */
  running: number;
}

/** Finds the lane of a model and its settings. */
export function lanes(): (model: ServedModel, settings: PredictSettings) => Lane {
  const known = new WeakMap<ServedModel, Map<number, Lane>>();
  return (model, settings) => {
    let ofModel = known.get(model);
    if (ofModel === undefined) known.set(model, (ofModel = new Map<number, Lane>()));
    // Without intervals their level does not matter.
    const key = settings.intervals ? settings.level : 0;
    let lane = ofModel.get(key);
    if (lane === undefined) ofModel.set(key, (lane = emptyLane(model, settings)));
    return lane;
  };
}

export function emptyLane(model: ServedModel, { intervals, level }: PredictSettings): Lane {
  const settings = { intervals, level };
  return { model, settings, waiting: [], rows: 0, next: "nothing", timer: undefined, running: 0 };
}

/** Takes requests of up to so many rows together, at least one request. */
export function takeFrom(lane: Lane, mostRows: number): Waiting[] {
  let [count, rows] = [0, 0];
  for (const { X } of lane.waiting) {
    if (count > 0 && rows + X.rows > mostRows) break;
    count++;
    rows += X.rows;
  }
  lane.rows -= rows;
  return lane.waiting.splice(0, count);
}

/** Takes out a request that was given up. */
export function removeFrom(lane: Lane, one: Waiting): void {
  const at = lane.waiting.indexOf(one);
  if (at < 0) return;
  lane.waiting.splice(at, 1);
  lane.rows -= one.X.rows;
}

/** Gives each request of a batch the predictions of its rows. */
export function shareOut(batch: readonly Waiting[], predicted: Predicted): void {
  let first = 0;
  for (const { X, resolve } of batch) {
    resolve(partOfPredicted(predicted, first, X.rows));
    first += X.rows;
  }
}
