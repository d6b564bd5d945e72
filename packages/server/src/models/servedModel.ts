import type { Address } from "../answers/answer.ts";
import { driftWindow, type DriftWindow } from "../monitor/driftWindow.ts";
import type { PoolModel } from "../work/workerPool.ts";
import type { LoadedModel } from "./loadedModel.ts";
import type { ModelFront, PredictionCost } from "./modelFront.ts";

/** A model that answers requests: one state of one file. A file that changes becomes another one. */
export interface ServedModel extends PoolModel, Address {
  /** Name and version in one: the same for all states of a file. */
  readonly fullName: string;
  readonly front: ModelFront;
  /** SHA-256 of the file. */
  readonly hash: string;
  /** The model in the serving thread, for predictions that take less time than sending them to a worker. */
  readonly local: LoadedModel | undefined;
  /** What predicting takes, without and with intervals; corrected by what it took. */
  readonly costs: { readonly plain: LiveCost; readonly withIntervals: LiveCost | undefined };
  readonly drift: DriftWindow | undefined;
  /** Since when it serves, in milliseconds since 1970. */
  readonly since: number;
  /** Requests that are being answered. */
  pending: number;
  /** A number that grows with each use. */
  used: number;
  /** Whether it was replaced or removed: workers forget it when nothing is pending. */
  isRetired: boolean;
}

/** A cost that follows what predictions take. */
export interface LiveCost {
  /** The expected milliseconds for so many rows. */
  of(rows: number): number;
  /** Takes in what a prediction of so many rows took. */
  correct(rows: number, milliseconds: number): void;
}

let created = 0;

/** The number of a model that is about to be loaded. */
export function nextModelId(): number {
  return ++created;
}

export interface ServedParts extends Address, PoolModel {
  readonly hash: string;
  readonly front: ModelFront;
  readonly costs: readonly [PredictionCost, PredictionCost | undefined];
  readonly local: LoadedModel | undefined;
  /** Seconds. */
  readonly window: number;
}

export function servedModel({ id, name, version, bytes, hash, front, costs, local, window }: ServedParts): ServedModel {
  return {
    id,
    name,
    version,
    fullName: `${name}/${version}`,
    bytes,
    hash,
    front,
    local,
    costs: { plain: liveCost(costs[0]), withIntervals: costs[1] && liveCost(costs[1]) },
    drift: front.profiles && driftWindow(front, window),
    since: Date.now(),
    pending: 0,
    used: 0,
    isRetired: false,
  };
}

/** How much one prediction moves the correction. */
const weight = 0.05;

/** Corrections stay within these: a pause of the process is no change of the model. */
const [least, most] = [0.25, 8];

function liveCost({ call, row }: PredictionCost): LiveCost {
  let correction = 1;
  return {
    of: (rows) => correction * (call + row * rows),
    correct(rows, milliseconds) {
      const expected = call + row * rows;
      if (expected <= 0) return;
      const seen = Math.min(most, Math.max(least, milliseconds / expected));
      correction += weight * (seen - correction);
    },
  };
}
