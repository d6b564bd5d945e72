import type { Table } from "kernelbayes";

/** A row as a page has it: numbers, texts of categories and dates, null where the cell is missing. */
export type Cells = Readonly<Record<string, string | number | null>>;

/** What a page asks the predictor in its worker. */
export type Question =
  | {
      readonly kind: "start";
      /** The document of the model, in the layout of `encodeDocument`. */
      readonly model: Uint8Array;
      /** The table that the model was fitted to, where the page holds it. */
      readonly table: Table | undefined;
      /** Without the table: the place in it of each row that the model holds. */
      readonly heldPlaces: readonly number[] | undefined;
    }
  | { readonly kind: "predict"; readonly cells: Cells }
  | { readonly kind: "explain"; readonly cells: Cells }
  | { readonly kind: "neighbours"; readonly cells: Cells }
  | {
      readonly kind: "change";
      readonly cells: Cells;
      /** Columns that stay as they are. */
      readonly fixed: readonly string[];
      /** The class to reach; any other than the decided one where undefined. */
      readonly target: string | undefined;
    };

/** The prediction of one row. */
export interface RowPrediction {
  readonly label: string;
  readonly probabilities: readonly number[];
  /** The ends of the intervals, where the model in the page has them. */
  readonly lower: readonly number[] | undefined;
  readonly upper: readonly number[] | undefined;
  /** Columns in which the row lies outside of what training rows had. */
  readonly outside: readonly string[];
}

/** What each column adds to what the model says of one row. */
export interface RowContributions {
  readonly columns: readonly string[];
  readonly scale: "latent" | "log-odds";
  readonly method: "exact" | "enumerated" | "sampled";
  readonly backgroundRows: number;
  readonly outputs: readonly {
    readonly class: string;
    readonly against: string | undefined;
    readonly base: number;
    readonly total: number;
    readonly contributions: readonly number[];
    /** Standard errors, where values were sampled. */
    readonly errors: readonly number[] | undefined;
  }[];
}

/** Training rows near a row. */
export interface NearRows {
  /** By their weights in the prediction, or by their distance where no row has a weight. */
  readonly by: "weight" | "distance";
  /** The class that positive weights speak for. */
  readonly class: string | undefined;
  readonly rows: readonly {
    /** Places in the table, from 0; several where rows have the same cells. */
    readonly places: readonly number[];
    readonly labels: readonly string[];
    /** The weight, or the distance in deviations of the training rows. */
    readonly value: number;
    /** The share in all weights, from 0 to 1. */
    readonly share: number | undefined;
  }[];
}

/** The smallest changes of one row that were found. */
export interface RowChanges {
  readonly found: readonly {
    readonly label: string;
    readonly probability: number;
    readonly changes: readonly {
      readonly column: string;
      readonly to: string | number | undefined;
      readonly fromText: string;
      readonly toText: string;
    }[];
  }[];
}

/** The answer to each kind of question. */
export interface Answers {
  /** With the table of the rows that the model holds, where the page has none. */
  readonly start: { readonly table: Table | undefined };
  readonly predict: RowPrediction;
  readonly explain: RowContributions;
  readonly neighbours: NearRows;
  readonly change: RowChanges;
}

/** A question on its way to the worker, and an answer on its way back. */
export interface Asked {
  readonly id: number;
  readonly question: Question;
}
export interface Answered {
  readonly id: number;
  readonly answer?: Answers[Question["kind"]];
  /** Why there is no answer. */
  readonly problem?: string;
}
