import type { Matrix, Posterior, Table, Warning } from "kernelbayes";
import type { ScoreIntervals } from "kernelbayes/compare";
import type { ShuffledColumn } from "../charts/permutationChart.ts";
import type { EvidenceSurface } from "../charts/evidenceContourChart.ts";

/** Predictions of rows by models that did not see them. What `measure` or `crossValidate` returns fits in, and so does a `Prediction` with the true classes. */
export interface HeldOutRows {
  /**
   * Rows that were kept apart from the start, folds whose rows were left out in turn, later rows predicted from earlier ones, or each row left out by itself; "training": rows
   * of the fit, which look better than new ones.
   */
  readonly how: "hold-out" | "folds" | "time" | "leave-one-out" | "training";
  /** How many folds there were, and how often rows were divided into them. */
  readonly folds?: number;
  readonly rounds?: number;
  /** The number of each row's true class, in the order of the posterior's classes. */
  readonly truth: ArrayLike<number>;
  /** A row for each of these rows, a column for each class. */
  readonly logProbabilities: Matrix;
  /** The decided class numbers. Default: the most probable ones. */
  readonly decided?: ArrayLike<number>;
  /** The latent means, where the predictions have such. Default: log odds. */
  readonly latentMean?: Matrix;
  /** A row of weight w counts as w rows. Default 1. */
  readonly weights?: ArrayLike<number>;
  /** The main measures with their intervals, as `measure` makes them. Default: intervals of the rows at hand. */
  readonly intervals?: ScoreIntervals;
  /** Places in the table, from 0. Rows of a hold-out need none; with folds and leave-one-out the default is all training rows. */
  readonly rows?: ArrayLike<number>;
  /** What each of these rows is called. Default: by the names of the rows of the table, else by number. */
  readonly names?: readonly string[];
}

/** A column of the table that was not used, and why. */
export interface LeftOutColumn {
  readonly name: string;
  /** In a few words: "has one value", "is a date". */
  readonly reason: string;
}

/** What a report tells about. Only the posterior and its table are needed; whatever else is there adds a section or makes one fuller. */
export interface ReportInput {
  readonly posterior: Posterior;
  /** The table that the posterior was fitted to, so that `posterior.training.rows` are rows of it. */
  readonly table: Table;
  /** Rows that were not seen, or "none": nothing is then said about new rows. Default: the leave-one-out predictions of the posterior, where it has such. */
  readonly heldOut?: HeldOutRows | "none";
  /** How much the columns matter: what `measure` found, or `permutationRelevance` on held-out rows. */
  readonly relevance?: { readonly columns: readonly ShuffledColumn[] };
  /** The result of `evidenceSurface`. */
  readonly evidence?: EvidenceSurface;
  /** What each row of the table is called: "patient 17". Default: "row 17", counted from 1. */
  readonly rowNames?: readonly string[];
  /** Why columns of the table were not used. Columns that are not in use are found in any case. */
  readonly leftOut?: readonly LeftOutColumn[];
  /** What to know besides the warnings of the posterior: of the table, of the measuring. */
  readonly warnings?: readonly Warning[];
  /** Where the table came from: a file name. */
  readonly source?: string;
  /** The words of the command by which the same can be done again. */
  readonly command?: readonly string[];
  /** When it was done, as it should be shown. A report reads no clock. */
  readonly created?: string;
  /** Versions of programs other than the library, by name: { node: "20.19.0" }. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** How a report is made. */
export interface ReportOptions {
  /** Makes the elements of the charts: that of a page (default), or `svgDocument()` of `@kernelbayes/report/node`. */
  readonly document?: Document;
  /** The heading. Default: "Predicting …" with the name of the label column. */
  readonly title?: string;
  /** Grid points along each axis of the decision surface, at each of which the posterior predicts. Default 60. */
  readonly resolution?: number;
  /**
   * `livingParts` of `@kernelbayes/report/node`: the page then predicts, explains and decides. It is called with the bytes that the static page takes.
   * Default: a static page.
   */
  readonly living?: (input: ReportInput, taken: number) => LivingParts;
}

/** What makes a report live, made by `livingParts`. */
export interface LivingParts {
  /** The script of the page, and its hash as a content security policy takes it. */
  readonly script: string;
  readonly hash: string;
  /** Compressed and as base64, by name: the data, the model and its predictor. */
  readonly parts: Readonly<Record<string, string>>;
  /** What was left out, in sentences. */
  readonly notes: readonly string[];
  /** Whether the page can predict. */
  readonly hasModel: boolean;
}
