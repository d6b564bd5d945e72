import type { Table } from "kernelbayes";
import type { Answers, LivingData, Question, ReportSections } from "@kernelbayes/report/parts";
import type { Draft } from "./draft.ts";
import type { FitCost, FitRecord, FitRequest, ShownModel } from "./fitRecord.ts";
import type { TableProfile } from "./profile.ts";

export type ExampleName = "iris" | "ripley" | "spirals" | "dirty";

/** A file to be downloaded. */
export interface Artefact {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

export type ArtefactKind = "model" | "report" | "onnx" | "table";

/** Predictions of a table of new rows. */
export interface PredictedTable {
  readonly file: Artefact;
  readonly rows: number;
  readonly counts: readonly { readonly label: string; readonly rows: number }[];
  /** Rows with a value outside of what training rows had, and the columns in which they have it. */
  readonly outside: { readonly rows: number; readonly columns: readonly string[] };
  /** The first rows: what they are called, label, its probability, columns outside. */
  readonly first: readonly {
    readonly row: number;
    readonly label: string;
    readonly probability: number;
    readonly outside: readonly string[];
  }[];
}

/** How the class probabilities depend on one column: for each value a row of means and ends of intervals, a column for each class. */
export interface ColumnEffect {
  readonly column: string;
  readonly kind: "number" | "date" | "category";
  readonly texts: readonly string[];
  /** Numbers and days as they are; levels by their order. */
  readonly positions: readonly number[];
  readonly classes: readonly string[];
  readonly mean: Float64Array;
  readonly lower: Float64Array | undefined;
  readonly upper: Float64Array | undefined;
}

interface Call<Sent, Back> {
  readonly sent: Sent;
  readonly back: Back;
}

/** What the page asks its workers, by name: what is sent, and what comes back. */
export interface Calls {
  readonly read: Call<{ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }, Table>;
  readonly paste: Call<{ readonly content: string }, Table>;
  readonly example: Call<{ readonly name: ExampleName }, Table>;
  /** Takes over a table that was read before. */
  readonly hold: Call<{ readonly table: Table }, true>;
  readonly profile: Call<{ readonly draft: Draft }, { readonly profile: TableProfile; readonly table: Table }>;
  readonly catalogue: Call<object, { readonly models: readonly ShownModel[]; readonly kernels: readonly string[] }>;
  readonly cost: Call<{ readonly draft: Draft; readonly request: FitRequest }, FitCost>;
  /** Fits a model; the worker then answers the questions below about it. */
  readonly fit: Call<
    {
      readonly id: number;
      readonly table: Table;
      readonly draft: Draft;
      readonly request: FitRequest;
      /** The script of workers, from which the worker makes those that help it: in a page from a file it can load no address of the page. */
      readonly script: Blob;
    },
    FitRecord
  >;
  /** Opens a fit that was made before, for the questions below. */
  readonly open: Call<{ readonly table: Table | undefined; readonly record: FitRecord }, true>;
  /** Opens a saved model, for the same questions. */
  readonly openModel: Call<
    {
      readonly id: number;
      readonly name: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly table: Table | undefined;
      readonly draft: Draft;
    },
    FitRecord
  >;
  /** What a form for one row is made of. */
  readonly form: Call<object, LivingData>;
  readonly effect: Call<{ readonly column: string }, ColumnEffect>;
  readonly sections: Call<{ readonly source: string; readonly created: string }, ReportSections>;
  readonly ask: Call<{ readonly question: Exclude<Question, { kind: "start" }> }, Answers[keyof Answers]>;
  readonly predict: Call<{ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }, PredictedTable>;
  readonly artefact: Call<
    {
      readonly kind: ArtefactKind;
      readonly source: string;
      readonly created: string;
      /** The scripts that a living report holds, by name. */
      readonly files: Readonly<Record<string, string>>;
    },
    Artefact
  >;
}

export type CallName = keyof Calls;

/** A question on its way to a worker. */
export interface Sent {
  readonly id: number;
  readonly name: CallName;
  readonly sent: Calls[CallName]["sent"];
}

/** What comes back: progress, then a result or a problem. */
export type Back =
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: string };
