import { parseCsv } from "kernelbayes";
import { encodeRows, neededTypes, type RowsToPredict } from "kernelbayes/predict";
import type { ModelFront } from "../models/modelFront.ts";
import { refusal } from "../problem/problem.ts";
import {
  refuseTooManyColumns,
  refuseTooManyRows,
  refuseTooMuchToExplain,
  type Asked,
  type RawRequest,
  type RequestLimits,
} from "./asked.ts";
import { jsonOf } from "./jsonOf.ts";
import { predictBody, type PredictOptionWords } from "./predictSchema.ts";
import { optionsOfQuery, predictSettings } from "./predictSettings.ts";
import { refuseInvalid } from "./refuseInvalid.ts";

/** Reads and checks a request for predictions: rows as JSON objects, or as CSV. */
export function readPredict(front: ModelFront, request: RawRequest): Asked {
  const inAddress = optionsOfQuery(request.query);
  const { rows, inBody } =
    request.type === "csv" ? { rows: csvRows(front, request), inBody: undefined } : jsonRows(request);
  const words = inBody === undefined ? inAddress : { ...inAddress, ...inBody };
  const settings = predictSettings(front, words);
  const encoded = encodeRows(front, rows, { unseen: words.unseen });
  if (settings.explain) {
    refuseTooMuchToExplain(encoded.X.rows, request);
    refuseTooManyRows(settings.explain.background?.length ?? 0, request);
  }
  return { rows, encoded, settings, unseen: words.unseen, form: "rows" };
}

/** Rows with the options beside them in a body, if there are any. */
interface RowsInBody {
  readonly rows: RowsToPredict;
  readonly inBody: PredictOptionWords | undefined;
}

function jsonRows(request: RawRequest): RowsInBody {
  const value = jsonOf(request.body);
  if (Array.isArray(value)) return { rows: rowsWithin(value, request), inBody: undefined };
  if (isRowsAlone(value)) return { rows: rowsWithin(value.rows, request), inBody: undefined };
  const { rows, ...inBody } = refuseInvalid(predictBody, value, "The body");
  return { rows: rowsWithin(rows, request), inBody };
}

/** Rows within the limits. What is no object among them is refused by the library, with its row. */
function rowsWithin(rows: readonly unknown[], limits: RequestLimits): readonly object[] {
  refuseTooManyRows(rows.length, limits);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (typeof row === "object" && row !== null) refuseTooManyColumns(Object.keys(row).length, at + 1, limits);
  }
  return rows as readonly object[];
}

/** Whether a body asks for nothing but rows, as most do: then there is nothing for its schema to check. */
function isRowsAlone(value: unknown): value is { readonly rows: unknown[] } {
  if (typeof value !== "object" || value === null || !("rows" in value) || !Array.isArray(value.rows)) return false;
  for (const name in value) if (name !== "rows") return false;
  return true;
}

function csvRows({ encoding }: ModelFront, { body, rowLimit, columnLimit }: RawRequest): RowsToPredict {
  if (body.length === 0)
    throw refusal(400, "no-body", "The request has no body.", { remedy: "Send the rows as JSON or CSV." });
  return parseCsv(body, {
    types: neededTypes(encoding),
    limits: { rows: rowLimit, columns: columnLimit },
  });
}
