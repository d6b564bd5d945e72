import type { Draft } from "./draft.ts";

/** What is to be fitted. */
export interface FitRequest {
  /** The model with its options, as its document begins: { name: "auto", effort: "normal" }. */
  readonly model: { readonly name: string } & Readonly<Record<string, unknown>>;
  readonly seed: number;
}

/** A figure with the ends of its interval. */
export interface ShownFigure {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** A finished fit, as plain data: it can be kept, sent to a worker, and opened again. */
export interface FitRecord {
  readonly id: number;
  readonly title: string;
  /** Whether it was fitted here, or opened from a file. */
  readonly origin: "fit" | "file";
  /** Whether the table at hand is the one that it was fitted to. */
  readonly hasTable: boolean;
  readonly request: FitRequest;
  /** The draft that the table had. */
  readonly draft: Draft;
  readonly target: string;
  readonly classes: readonly string[];
  readonly rows: number;
  readonly columns: number;
  /** The document of the posterior, as bytes. */
  readonly document: Uint8Array<ArrayBuffer>;
  /** All that the report takes beside posterior and table. */
  readonly measured: unknown;
  readonly figures:
    | {
        readonly errorRate: ShownFigure;
        readonly logLoss: ShownFigure;
        readonly areaUnderCurve: ShownFigure | undefined;
      }
    | undefined;
  /** Equal for fits that were measured on the same rows in the same folds. */
  readonly folds: string;
  /** The log loss of each held-out row, for comparisons on the same folds. */
  readonly losses: Float64Array;
  /** Undefined for a model from a file. */
  readonly seconds: number | undefined;
  readonly created: string;
  readonly library: string;
  /** Options of the command line that repeat the fit, beside the model's. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The parts of a fit, in their order. */
export type FitPart = "fit" | "measure";

/** How far a part of a fit has come. */
export interface FitProgress {
  readonly part: FitPart;
  readonly stage: string;
  readonly step: number;
  readonly of: number;
  /** Of its part. */
  readonly fraction: number;
}

/** How far a member of a combination has come. */
export interface MemberProgress {
  readonly title: string;
  readonly fraction: number;
}

/** What a worker reports while it fits: progress, and the fit as soon as it predicts. */
export type FitNews =
  | ({ readonly kind: "progress" } & FitProgress)
  | { readonly kind: "members"; readonly members: readonly MemberProgress[] }
  | { readonly kind: "fitted"; readonly record: FitRecord };

/** What a fit will take. */
export interface FitCost {
  readonly rows: number;
  readonly columns: number;
  readonly time: string;
  readonly memory: number;
  readonly fits: number;
}

/** A model of the catalogue, as a form shows it. */
export interface ShownModel {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly family: string;
  readonly options: readonly ShownOption[];
}

export interface ShownOption {
  readonly name: string;
  readonly type: string;
  readonly choices: readonly (string | boolean)[];
  readonly bounds?: { readonly above?: number; readonly from?: number; readonly below?: number; readonly to?: number };
  readonly defaultText: string;
  readonly values: string;
  readonly text: string;
}
