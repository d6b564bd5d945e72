import type { EncodedRows, RowsToPredict } from "kernelbayes/predict";
import type { PredictOptionWords } from "./predictSchema.ts";
import type { ModelFront } from "../models/modelFront.ts";
import { refusal } from "../problem/problem.ts";
import type { AnswerSettings, PredictSettings } from "./predictSettings.ts";

/** A request that was checked: its rows as the model takes them, and what is asked for. */
export interface Asked {
  /** The rows as they were read. */
  readonly rows: RowsToPredict;
  readonly encoded: EncodedRows;
  readonly settings: PredictSettings & AnswerSettings;
  /** What is to be made of unseen categories; as the model says where undefined. */
  readonly unseen: PredictOptionWords["unseen"];
  /** How the answer is written: as rows, or as tensors of the Open Inference Protocol. */
  readonly form: "rows" | TensorForm;
}

/** What an answer in tensors needs to know of its request. */
export interface TensorForm {
  readonly id: string | undefined;
  /** The names of the outputs, in the order asked for. */
  readonly outputs: readonly string[];
}

/** How large a request may be. */
export interface RequestLimits {
  readonly rowLimit: number;
  readonly columnLimit: number;
  /** Rows that are explained at a time. */
  readonly explainRows: number;
}

/** The bytes of a request, and how they are to be read. */
export interface RawRequest extends RequestLimits {
  readonly kind: "predict" | "infer";
  readonly type: "json" | "csv";
  readonly body: Uint8Array;
  /** Options in the address, as they were written. */
  readonly query: Readonly<Record<string, string>>;
}

/** Refuses explanations of many rows: they take thousands of times as long as predictions. */
export function refuseTooMuchToExplain(rows: number, { explainRows }: RequestLimits): void {
  if (rows <= explainRows) return;
  throw refusal(
    413,
    "too-many-rows",
    `The request asks to explain ${rows} rows; this server explains ${explainRows} at a time.`,
    {
      remedy: 'Send the rows in several requests, or leave out "explain".',
    },
  );
}

export function refuseTooManyRows(rows: number, { rowLimit }: Pick<RequestLimits, "rowLimit">): void {
  if (rows <= rowLimit) return;
  throw refusal(413, "too-many-rows", `The request has ${rows} rows; this server takes ${rowLimit} at a time.`, {
    remedy: "Send the rows in several requests.",
  });
}

export function refuseTooManyColumns(
  columns: number,
  row: number,
  { columnLimit }: Pick<RequestLimits, "columnLimit">,
): void {
  if (columns <= columnLimit) return;
  throw refusal(
    413,
    "too-many-columns",
    `Row ${row} has ${columns} cells; this server takes ${columnLimit} in a row.`,
    {
      row,
      remedy: "Send the columns that the model needs, and no others.",
    },
  );
}

/** The names of the columns that a model needs. */
export function columnNamesOf({ encoding }: Pick<ModelFront, "encoding">): string[] {
  return encoding.columns.map(({ name }) => name);
}
