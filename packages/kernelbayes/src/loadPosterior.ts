import { columnGroups } from "./encoding/encoding.ts";
import { encodingFromDocument } from "./encoding/encodingFromDocument.ts";
import type { Engine } from "./engine/engine.ts";
import { matrix, type Matrix } from "./engine/matrix.ts";
import { selectEngine } from "./engine/select.ts";
import { InputError } from "./errors.ts";
import { modelFromDocument } from "./models/index.ts";
import { readNumericDocument } from "./posterior/numericDocument.ts";
import type { NumericPosterior } from "./posterior/numericPosterior.ts";
import {
  documentFormat,
  documentVersion,
  posteriorOf,
  type Posterior,
  type TrainingRows,
} from "./posterior/posterior.ts";
import {
  finiteNumber,
  list,
  oneOf,
  optional,
  ownValue,
  plainObject,
  record,
  refuse,
  text,
  wholeNumber,
} from "./schema.ts";

export interface LoadOptions {
  /** The engine for predictions, or its name; by default the fastest present. */
  readonly engine?: string | Engine;
}

const schema = record({
  target: text,
  classes: list(text),
  training: record({
    rows: list(wholeNumber(0)),
    classes: list(wholeNumber(0)),
    weights: optional(list(finiteNumber)),
  }),
  seed: wholeNumber(Number.MIN_SAFE_INTEGER),
  engine: text,
  library: text,
});

/**
 * A posterior from its document, as text or as parsed JSON. The document may come from anywhere: what is not a complete
 * document of a known version is an `InputError` that says where it fails, and nothing in it is ever run.
 *
 * @example const posterior = loadPosterior(await readFile("model.json", "utf8"));
 */
export function loadPosterior(document: unknown, { engine: wanted }: LoadOptions = {}): Posterior {
  const parts = plainObject(typeof document === "string" ? parse(document) : document, "document");
  checkVersion(parts);
  const common = schema(parts, "document");
  const { training, classes } = common;
  checkLabels(classes, training);
  const encoding = encodingFromDocument(ownValue(parts, "encoding"), "document.encoding");
  const model = modelFromDocument(ownValue(parts, "model"), "document.model");
  const { parameters, figures } = readNumericDocument(parts, "document");
  const { leaveOneOut } = figures;
  const rows = training.rows.length;
  if (leaveOneOut && !hasShape(leaveOneOut.logProbabilities, rows, classes.length)) {
    const { logProbabilities: found } = leaveOneOut;
    refuse("document.leaveOneOut.logProbabilities", `a ${rows} × ${classes.length} matrix`, found);
  }
  const engine = typeof wanted === "object" ? wanted : selectEngine(wanted);
  const numeric = model.restore(parameters, figures, { engine, seed: common.seed });
  checkPrediction(numeric, columnGroups(encoding).length, classes.length);
  return posteriorOf({ ...common, encoding, model: model.toDocument() }, numeric);
}

function checkVersion(parts: Readonly<Record<string, unknown>>): void {
  oneOf(documentFormat)(ownValue(parts, "format"), "document.format");
  const found = wholeNumber(1)(ownValue(parts, "version"), "document.version");
  if (found > documentVersion) {
    throw new InputError(
      "newer-document",
      `The document has version ${found}; this library reads versions up to ${documentVersion}. Update kernelbayes to read it.`,
    );
  }
}

function checkLabels(labels: readonly string[], { rows, classes, weights }: TrainingRows): void {
  if (labels.length < 2 || new Set(labels).size < labels.length) {
    refuse("document.classes", "a list of at least two different labels", labels);
  }
  if (classes.length !== rows.length) refuse("document.training.classes", `${rows.length} class numbers`, classes);
  if (weights && weights.length !== rows.length) refuse("document.training.weights", `${rows.length} weights`, weights);
  const outside = classes.findIndex((number) => number >= labels.length);
  if (outside >= 0) {
    refuse(`document.training.classes[${outside}]`, `a number below ${labels.length}`, classes[outside]);
  }
}

/** A prediction of no rows shows whether the parameters belong to the encoding and to the labels. */
function checkPrediction(numeric: NumericPosterior, columns: number, classes: number): void {
  const expected = `parameters for ${columns} encoded columns and ${classes} classes`;
  try {
    const { logProbabilities } = numeric.predict(matrix(0, columns), 0.9);
    if (hasShape(logProbabilities, 0, classes)) return;
  } catch (error) {
    // Matrices whose shapes do not fit.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new InputError("invalid-document", `document.parameters should be ${expected}; they are of another shape.`);
}

function hasShape({ rows, columns }: Matrix, wantedRows: number, wantedColumns: number): boolean {
  return rows === wantedRows && columns === wantedColumns;
}

/** Files written by some programs begin with a byte order mark, which JSON does not allow. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError("invalid-document", `The document is not valid JSON: ${(error as Error).message}.`);
  }
}
