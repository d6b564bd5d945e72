import type { ConformalThreshold } from "kernelbayes/compare";
import type { Address } from "../answers/answer.ts";
import type { Predicted } from "../answers/predicted.ts";
import type { WholeAnswer } from "../answers/wholeAnswer.ts";
import type { ModelFront, PredictionCost } from "../models/modelFront.ts";
import type { Problem } from "../problem/problem.ts";
import type { RawRequest } from "../requests/asked.ts";
import type { PredictSettings } from "../requests/predictSettings.ts";

/** What a worker is asked to do. Each is answered by a `Reply`, in order. */
export type Request =
  | {
      readonly do: "load";
      readonly model: number;
      readonly bytes: Uint8Array;
      readonly engine: string | undefined;
      /** Whether to find out what predictions take. */
      readonly isMeasured: boolean;
    }
  | { readonly do: "drop"; readonly model: number }
  | {
      readonly do: "predict";
      readonly model: number;
      readonly rows: number;
      /** The encoded rows, one after the other. */
      readonly data: Float64Array;
      readonly settings: PredictSettings;
    }
  | {
      readonly do: "answer";
      readonly model: number;
      readonly address: Address;
      readonly request: RawRequest;
      /** Milliseconds that an explanation may take; undefined where this worker explains nothing. */
      readonly explainTime: number | undefined;
    }
  | { readonly do: "threshold"; readonly model: number; readonly level: number; readonly seed: number };

/** What comes of each request. */
export interface Results {
  readonly load: LoadedFront;
  readonly drop: undefined;
  readonly predict: Predicted & Timed;
  /** Undefined for a request that asks for an explanation, where none is made. */
  readonly answer: WholeAnswer | undefined;
  readonly threshold: ConformalThreshold;
}

export interface LoadedFront {
  readonly front: ModelFront;
  /** Without and with intervals, where they were measured. */
  readonly costs: readonly [plain: PredictionCost, withIntervals: PredictionCost | undefined] | undefined;
}

interface Timed {
  /** Milliseconds that the prediction took. */
  readonly milliseconds: number;
}

/** What a worker says when it can be asked. */
export const ready = "ready";

export type Reply =
  | { readonly ok: true; readonly result: Results[keyof Results] }
  /** A refusal of the request, or a fault of ours with its reason for the log. */
  | { readonly ok: false; readonly problem: Problem; readonly reason: string | undefined };
