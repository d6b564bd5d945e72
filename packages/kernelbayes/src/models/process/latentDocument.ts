import type { Engine } from "../../engine/engine.ts";
import { InputError, NumericalError } from "../../errors.ts";
import { siteFactor } from "./latent/siteSystem.ts";
import { identityCurve } from "../../calibration/oddsCurve.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import { selectRows } from "../../matrix/selectRows.ts";
import { largestEncodedValue } from "../../posterior/largestEncodedValue.ts";
import {
  finiteNumber,
  flag,
  list,
  matrixDocument,
  matrixReader,
  numberList,
  oneOf,
  optional,
  plainObject,
  record,
  refuse,
  text,
} from "../../schema.ts";
import type { LatentFit } from "./latentFit.ts";
import { curveDocument, readCurve, shiftedCurve } from "../../calibration/oddsPrediction.ts";

/** A fit as plain data, without the factors, which follow from the rest. */
export function latentDocument({
  method,
  rows,
  members,
  curve,
  relevance,
  optima,
}: LatentFit): Record<string, unknown> {
  return {
    method: { ...method },
    rows: matrixDocument(rows),
    members: members.map(({ kernel, active, law, weight }) => ({
      kernel: kernel.toDocument(),
      active: Array.from(active),
      coefficients: Array.from(law.coefficients),
      roots: Array.from(law.roots),
      weight,
    })),
    ...(curve !== identityCurve && { curve: curveDocument(curve) }),
    // What given priors once added, read still of old documents.
    priorShift: 0,
    ...(relevance && { relevance: Array.from(relevance) }),
    optima: optima.map(({ logEvidence, kernel, converged, status }) => ({
      ...(logEvidence !== undefined && { logEvidence }),
      ...(kernel && { kernel: Array.from(kernel) }),
      converged,
      status,
    })),
  };
}

const schema = record({
  method: record({
    likelihood: oneOf("logistic", "probit", "trigonometric"),
    approximation: oneOf("laplace", "ep"),
    halfWidth: optional(finiteNumber),
  }),
  rows: matrixReader,
  members: list(
    record({
      kernel: plainObject,
      active: numberList,
      coefficients: numberList,
      roots: numberList,
      weight: finiteNumber,
    }),
  ),
  curve: optional(plainObject),
  priorShift: finiteNumber,
  relevance: optional(numberList),
  optima: list(
    record({ logEvidence: optional(finiteNumber), kernel: optional(numberList), converged: flag, status: text }),
  ),
});

/** Reads the parameters back, checks that they belong together and factorizes: one Cholesky factorization a member. */
export function readLatentFit(engine: Engine, document: unknown, path: string): LatentFit {
  const { priorShift, ...read } = schema(document, path);
  const { rows, method } = read;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const { halfWidth } = method;
  expect(halfWidth === undefined || halfWidth > 0, "method.halfWidth", "a positive number", halfWidth);
  expect(
    rows.data.every((value) => Math.abs(value) <= largestEncodedValue),
    "rows",
    `numbers up to ${largestEncodedValue}`,
    rows,
  );
  const total = read.members.reduce((sum, { weight }) => sum + weight, 0);
  expect(Math.abs(total - 1) < 1e-6, "members", "at least one, with weights of sum 1", read.members.length);
  read.members.forEach(({ active, coefficients, roots, weight }, j) => {
    const isRow = (row: number, at: number): boolean =>
      Number.isInteger(row) && row >= 0 && row < rows.rows && (at === 0 || row > active[at - 1]);
    const m = active.length;
    expect(active.every(isRow), `members[${j}].active`, `ascending row numbers below ${rows.rows}`, active);
    expect(coefficients.length === m, `members[${j}].coefficients`, `${m} numbers`, coefficients);
    const areRoots = roots.length === m && roots.every((root) => root >= 0);
    expect(areRoots, `members[${j}].roots`, `${m} numbers of at least 0`, roots);
    expect(weight >= 0, `members[${j}].weight`, "a number of at least 0", weight);
  });
  try {
    return {
      ...read,
      method: { ...method, halfWidth: halfWidth ?? 1 },
      curve: shiftedCurve(read.curve ? readCurve(read.curve, `${path}.curve`) : identityCurve, priorShift),
      relevance: read.relevance,
      members: read.members.map(({ kernel: kernelDocument, active, coefficients, roots, weight }) => {
        const kernel = kernelFromDocument(kernelDocument);
        const K = kernel.matrix(engine, selectRows(rows, active));
        return {
          kernel,
          active: Int32Array.from(active),
          law: { coefficients, roots, factor: siteFactor(engine, K, roots) },
          weight,
        };
      }),
    };
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new InputError("invalid-document", `${path} does not describe a latent function: ${error.message}`);
  }
}
