import { columnGroups } from "../encoding/encoding.ts";
import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import { InputError, NumericalError } from "../errors.ts";
import type { Model } from "../models/model.ts";
import { oldPriors } from "./oldPriors.ts";
import { checkVersion } from "../posterior/checkVersion.ts";
import { unpackDocument } from "../posterior/decodeDocument.ts";
import { numericCodec } from "../posterior/numericDocument.ts";
import { documentText, parseDocument } from "../posterior/parseDocument.ts";
import { prefixLength } from "../posterior/safetensors.ts";
import { noIntervals } from "../posterior/noIntervals.ts";
import type { NumericPosterior } from "../posterior/numericPosterior.ts";
import { posteriorOf, type Posterior } from "../posterior/posterior.ts";
import { provenanceCodec, type Provenance } from "../posterior/provenance.ts";
import { flag, optional, ownValue, plainObject, refuse } from "../codec.ts";

export interface LoadOptions {
  /** The engine for predictions, or its name; by default the fastest present. */
  readonly engine?: string | Engine;
}

/** A posterior from its document, whose model is made by `modelOf` from its own: see `loadPosterior`. */
export function restorePosterior(
  document: unknown,
  modelOf: (model: unknown, path: string) => Model,
  { engine: wanted }: LoadOptions = {},
): Posterior {
  const parts = plainObject.read(dataOf(document), "document");
  checkVersion(parts);
  const provenance = provenanceCodec.read(parts, "document");
  const { training, classes, encoding, seed } = provenance;
  const model = modelOf(provenance.model, "document.model");
  const { parameters, ...figures } = numericCodec.read(parts, "document");
  const priors = provenance.priors ?? oldPriors(parameters, model.name);
  checkPriors(priors, provenance);
  const { leaveOneOut, labelNoise } = figures;
  const rows = training.rows.length;
  if (leaveOneOut && !hasShape(leaveOneOut.logProbabilities, rows, classes.length)) {
    const { logProbabilities: found } = leaveOneOut;
    refuse("document.leaveOneOut.logProbabilities", `a ${rows} × ${classes.length} matrix`, found);
  }
  if (labelNoise) {
    const { rates, flipProbabilities } = labelNoise;
    if (rates.length !== classes.length) refuse("document.labelNoise.rates", `${classes.length} numbers`, rates);
    if (flipProbabilities.length !== rows) {
      refuse("document.labelNoise.flipProbabilities", `${rows} numbers`, flipProbabilities);
    }
  }
  const engine = typeof wanted === "object" ? wanted : selectEngine(wanted);
  const intervals = optional(flag).read(ownValue(parts, "intervals"), "document.intervals") ?? true;
  const numeric = model.restore(parameters, figures, { engine, seed });
  checkPrediction(numeric, columnGroups(encoding).length, classes.length, intervals);
  return posteriorOf({ ...provenance, priors, model: model.toDocument() }, numeric, { intervals });
}

function checkPriors(
  priors: readonly number[] | undefined,
  { classes, training }: Pick<Provenance, "classes" | "training">,
): void {
  if (!priors) return;
  const total = priors.reduce((sum, prior) => sum + prior, 0);
  if (!(priors.length === classes.length && priors.every((prior) => prior > 0) && Math.abs(total - 1) < 1e-6)) {
    refuse("document.priors", `${classes.length} positive numbers with the sum 1`, priors);
  }
  const missing = classes.findIndex((_, c) => !training.classes.includes(c));
  if (missing >= 0)
    refuse("document.training.classes", `rows of each of the ${classes.length} classes`, training.classes);
  if (training.weights?.every((weight) => weight > 0) === false) {
    refuse("document.training.weights", "positive numbers", training.weights);
  }
}

/**
 * The prediction of a row in the middle of the encoded columns shows whether the parameters belong to the encoding and to the
 * labels, and whether numbers come out: some shapes are looked at only where there is a row.
 */
function checkPrediction(numeric: NumericPosterior, columns: number, classes: number, intervals: boolean): void {
  const expected = `document.parameters should be parameters for ${columns} encoded columns and ${classes} classes`;
  const row = matrix(1, columns);
  let parts: Matrix[];
  try {
    if (intervals) {
      const { logProbabilities, lower, upper } = numeric.predict(row, 0.9);
      parts = [logProbabilities, lower, upper];
    } else parts = [numeric.probabilities(row).logProbabilities];
  } catch (error) {
    if (error instanceof NumericalError) throw new InputError("invalid-document", `${expected}; ${error.message}`);
    if (error instanceof InputError && error.code === noIntervals().code) {
      throw new InputError("invalid-document", `${expected}; they lack what intervals need.`);
    }
    // Matrices whose shapes do not fit, or what a kernel or a member says about rows that it was not made for.
    if (!(error instanceof RangeError || error instanceof InputError)) throw error;
    throw new InputError("invalid-document", `${expected}; they are of another shape.`);
  }
  for (const part of parts) {
    if (!hasShape(part, 1, classes))
      throw new InputError("invalid-document", `${expected}; they are of another shape.`);
    if (part.data.some(Number.isNaN)) throw new InputError("invalid-document", `${expected}; they predict no numbers.`);
  }
}

function hasShape({ rows, columns }: Matrix, wantedRows: number, wantedColumns: number): boolean {
  return rows === wantedRows && columns === wantedColumns;
}

/** The document as plain data, but for the numbers of matrices, which may be a `Float64Array`. */
function dataOf(document: unknown): unknown {
  if (typeof document === "string") return parseDocument(document);
  if (document instanceof ArrayBuffer) return fromBytes(new Uint8Array(document));
  return document instanceof Uint8Array ? fromBytes(document) : document;
}

/** A safetensors file begins with a number below 2³², whose upper bytes are 0; there is no such byte in JSON. */
function fromBytes(bytes: Uint8Array): unknown {
  return bytes.subarray(0, prefixLength).includes(0)
    ? unpackDocument(bytes, (numbers) => numbers)
    : parseDocument(documentText(bytes));
}
