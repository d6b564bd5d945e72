import { estimateCost, type Model } from "kernelbayes";
import { chooseEngine } from "kernelbayes/engine";
import { encodedColumns } from "kernelbayes/table";
import type { PreparedTable } from "./preparedTable.ts";

/** What a fit will take, before it is begun. */
export interface AnnouncedCost {
  readonly rows: number;
  /** Columns of the encoded matrix. */
  readonly columns: number;
  readonly time: string;
  readonly operations: number;
  /** Bytes. */
  readonly memory: number;
  readonly engine: string;
}

/** What fitting a model to a prepared table, or to a share of its rows, will take. */
export function announcedCost(model: Model, { training }: PreparedTable, share = 1): AnnouncedCost {
  const rows = Math.round(share * training.rows.length);
  const columns = encodedColumns(training.encoding).length;
  const { time, memory, operations } = estimateCost(model, rows, columns, training.names.length);
  return { rows, columns, time, operations, memory, engine: chooseEngine().engine.name };
}

/** The announcement in a line. */
export function costLine(model: string, { rows, columns, time, memory, engine }: AnnouncedCost, fits: number): string {
  const each = fits > 1 ? ` for each of ${fits} fits` : "";
  return (
    `Fitting ${model} to ${rows} rows × ${columns} encoded columns with the engine ${engine}: ` +
    `expected ${time}${each}, about ${megabytes(memory)} of memory.`
  );
}

function megabytes(bytes: number): string {
  return bytes < 2 ** 30 ? `${Math.max(1, Math.ceil(bytes / 2 ** 20))} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
