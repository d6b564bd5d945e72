import type { LabelledRows } from "../../rows/labelledRows.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { InputError, NumericalError } from "../../errors.ts";
import { classLogOdds, empiricalLogOdds } from "./posterior/classLogOdds.ts";
import type { FisherOptimum } from "./evidence/searchFisher.ts";
import { identityCurve, type OddsCurve } from "../../calibration/oddsCurve.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import { largestEncodedValue } from "../../posterior/largestEncodedValue.ts";
import type { FitFigures, NumericPosterior } from "../../posterior/numericPosterior.ts";
import {
  finiteNumber,
  flag,
  list,
  matrixDocument,
  matrixReader,
  numberList,
  optional,
  plainObject,
  record,
  refuse,
  text,
  type Read,
} from "../../schema.ts";
import {
  denseDiscriminant,
  sparseDiscriminant,
  type FisherDiscriminant,
  type SparseMoments,
} from "./fisherDiscriminant.ts";
import {
  correctedOdds,
  curveDocument,
  oddsLogProbabilities,
  oddsPrediction,
  readCurve,
  type Odds,
} from "../../calibration/oddsPrediction.ts";

/** What the precision says of the classes, in words that can be checked: see `impliedError`. */
export interface ImpliedOverlap {
  /** Φ(−(d/2)√β): the share of two normal classes of this precision that lies beyond the midpoint. In sample. */
  readonly value: number;
  /** Ends of its interval, from the conditional posterior of β. */
  readonly lower: number;
  readonly upper: number;
  readonly level: number;
}

/** A discriminant with what is reported of it. */
export interface FisherFit {
  readonly discriminant: FisherDiscriminant;
  /** What the discriminant is made from: all rows, or pivots and moments. */
  readonly source: LabelledRows | SparseMoments;
  /** What its leave-one-out says of its log odds. */
  readonly curve: OddsCurve;
  /** The optima of the evidence that were found, the highest first, then failures of starts. */
  readonly optima: readonly FisherOptimum[];
  readonly impliedOverlap: ImpliedOverlap | undefined;
  /** 𝒥 before and after each step of expectation maximization. */
  readonly trace?: Float64Array | undefined;
}

/** Rows that are predicted at a time, to bound the memory that kernel columns take. */
const chunkRows = 1024;

/** The posterior of a discriminant: class probabilities with the uncertainty of the projection integrated out. */
export function bayesianFisherPosterior(fit: FisherFit, figures: FitFigures): NumericPosterior {
  const { discriminant, curve } = fit;
  return {
    ...figures,
    predict: (X, level) =>
      oddsPrediction(X, level, chunkRows, (rows) => correctedOdds(claimedOdds(discriminant, rows), curve)),
    parameters: () => fitDocument(fit),
  };
}

/** The log probabilities of both classes that the discriminant itself claims, under the class frequencies. */
export function fisherLogProbabilities(discriminant: FisherDiscriminant, X: Matrix): Matrix {
  return oddsLogProbabilities(claimedOdds(discriminant, X));
}

/** The log odds of class 1 under the class frequencies, and their deviation d√v_g/(v_g + 1/β). */
function claimedOdds(discriminant: FisherDiscriminant, X: Matrix): Odds {
  const { precision, distance, contrasts } = discriminant;
  const moments = discriminant.contrastsAt(X);
  return {
    logits: classLogOdds(moments, { precision, distance, priorLogOdds: empiricalLogOdds(contrasts) }),
    deviations: moments.variance.map((v) => (distance * Math.sqrt(v)) / (v + 1 / precision)),
  };
}

function fitDocument({
  discriminant: { kernel, precision },
  source,
  curve,
  optima,
  impliedOverlap,
  trace,
}: FisherFit): Record<string, unknown> {
  return {
    kernel: kernel.toDocument(),
    precision,
    ...("X" in source ? rowsDocument(source) : { sparse: sparseDocument(source) }),
    ...(curve !== identityCurve && { curve: curveDocument(curve) }),
    optima: optima.map(({ starts, objective, kernel: values, precision: beta, converged, status }) => ({
      starts: [...starts],
      ...(objective !== undefined && { objective }),
      ...(values && { kernel: Array.from(values) }),
      ...(beta !== undefined && { precision: beta }),
      converged,
      status,
    })),
    ...(impliedOverlap && { impliedOverlap: { ...impliedOverlap } }),
    ...(trace && { trace: Array.from(trace) }),
  };
}

/** The rows of a dense discriminant as plain data. */
export function rowsDocument({ X, classes, weights }: LabelledRows): Record<string, unknown> {
  return { rows: matrixDocument(X), classes: Array.from(classes), weights: Array.from(weights) };
}

function sparseDocument({
  basis,
  sizes,
  scatter,
  difference,
  midpoint,
  center,
}: SparseMoments): Record<string, unknown> {
  return {
    basis: matrixDocument(basis),
    sizes: [...sizes],
    scatter: matrixDocument(scatter),
    difference: Array.from(difference),
    midpoint: Array.from(midpoint),
    center: Array.from(center),
  };
}

const schema = record({
  kernel: plainObject,
  precision: finiteNumber,
  rows: optional(matrixReader),
  classes: optional(numberList),
  weights: optional(numberList),
  sparse: optional(
    record({
      basis: matrixReader,
      sizes: numberList,
      scatter: matrixReader,
      difference: numberList,
      midpoint: numberList,
      center: numberList,
    }),
  ),
  curve: optional(readCurve),
  optima: list(
    record({
      starts: numberList,
      objective: optional(finiteNumber),
      kernel: optional(numberList),
      precision: optional(finiteNumber),
      converged: flag,
      status: text,
    }),
  ),
  impliedOverlap: optional(
    record({ value: finiteNumber, lower: finiteNumber, upper: finiteNumber, level: finiteNumber }),
  ),
  trace: optional(numberList),
});

type Document = Read<typeof schema>;

/** Reads the parameters back, checks that they belong together and factorizes. */
export function readFisherFit(engine: Engine, document: unknown, path: string): FisherFit {
  const read = schema(document, path);
  const { precision, impliedOverlap, trace } = read;
  if (!(precision > 0)) refuse(`${path}.precision`, "a positive number", precision);
  const kernel = kernelFromDocument(read.kernel);
  const curve = read.curve ?? identityCurve;
  const source = read.sparse ? readSparse(read.sparse, `${path}.sparse`) : readRows(read, path);
  const optima = read.optima.map((optimum) => ({ ...optimum, starts: Array.from(optimum.starts) }));
  try {
    const discriminant =
      "X" in source
        ? denseDiscriminant(engine, kernel, precision, source)
        : sparseDiscriminant(engine, kernel, precision, source);
    return { discriminant, source, curve, optima, impliedOverlap, trace };
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new InputError("invalid-document", `${path} does not describe a discriminant: ${error.message}`);
  }
}

/** Rows with their labels and weights, which have to be there and to belong together. */
export function readRows(
  {
    rows,
    classes,
    weights,
  }: {
    readonly rows: Matrix | undefined;
    readonly classes: Float64Array | undefined;
    readonly weights: Float64Array | undefined;
  },
  path: string,
): LabelledRows {
  if (rows === undefined) refuse(`${path}.rows`, "a matrix", rows);
  if (classes === undefined) refuse(`${path}.classes`, "a list of numbers", classes);
  if (weights === undefined) refuse(`${path}.weights`, "a list of numbers", weights);
  const n = rows.rows;
  requireEncoded(rows, `${path}.rows`);
  const isLabelled =
    classes.length === n && [0, 1].every((q) => classes.includes(q)) && classes.every((q) => q === 0 || q === 1);
  if (!isLabelled) refuse(`${path}.classes`, `${n} times 0 or 1, both occurring`, classes);
  if (!(weights.length === n && weights.every((weight) => weight > 0))) {
    refuse(`${path}.weights`, `${n} positive numbers`, weights);
  }
  return { X: rows, classes: Int32Array.from(classes), weights };
}

function readSparse(read: NonNullable<Document["sparse"]>, path: string): SparseMoments {
  const { basis, sizes, scatter, difference, midpoint, center } = read;
  const m = basis.rows;
  requireEncoded(basis, `${path}.basis`);
  if (!(m > 0)) refuse(`${path}.basis`, "at least one row", basis);
  if (!(sizes.length === 2 && sizes.every((size) => size > 0))) refuse(`${path}.sizes`, "2 positive numbers", sizes);
  if (scatter.rows !== m || scatter.columns !== m) refuse(`${path}.scatter`, `${m} × ${m} numbers`, scatter);
  for (const [name, values] of Object.entries({ difference, midpoint, center })) {
    if (values.length !== m) refuse(`${path}.${name}`, `${m} numbers`, values);
  }
  return { basis, sizes: [sizes[0], sizes[1]], scatter, difference, midpoint, center };
}

function requireEncoded(rows: Matrix, path: string): void {
  if (rows.data.every((value) => Math.abs(value) <= largestEncodedValue)) return;
  refuse(path, `numbers up to ${largestEncodedValue}`, rows);
}
