import type { Engine } from "../../../engine/engine.ts";
import { kernelFromDocument } from "../../../kernels/index.ts";
import {
  finiteNumber,
  matrixDocument,
  matrixReader,
  numberList,
  plainObject,
  record,
  refuse,
} from "../../../schema.ts";
import { projectionOf, type ComponentProjection } from "./componentProjection.ts";

/** A projection onto kernel principal components as plain data. Scores of training rows are not part of it. */
export function componentsDocument({
  kernel,
  basis,
  eigenvalues,
  total,
}: ComponentProjection): Record<string, unknown> {
  return {
    kernel: kernel.toDocument(),
    rows: matrixDocument(basis.rows),
    means: Array.from(basis.means),
    coefficients: matrixDocument(basis.coefficients),
    eigenvalues: Array.from(eigenvalues),
    total,
  };
}

const schema = record({
  kernel: plainObject,
  rows: matrixReader,
  means: numberList,
  coefficients: matrixReader,
  eigenvalues: numberList,
  total: finiteNumber,
});

/**
 * Reads a projection back. What does not fit together is an `InputError`; whether the rows are near enough to be computed with
 * is for the model to check, which knows how they were encoded.
 */
export function readComponents(engine: Engine, document: unknown, path: string): ComponentProjection {
  const { kernel, rows, means, coefficients, eigenvalues, total } = schema(document, path);
  const count = eigenvalues.length;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const areDescending = eigenvalues.every((value, l) => value > 0 && (l === 0 || value <= eigenvalues[l - 1]));
  expect(count > 0 && areDescending, "eigenvalues", "positive numbers, none above the one before", eigenvalues);
  expect(means.length === rows.rows, "means", `${rows.rows} numbers`, means);
  const fits = coefficients.rows === rows.rows && coefficients.columns === count;
  expect(fits, "coefficients", `a ${rows.rows} × ${count} matrix`, coefficients);
  const sum = eigenvalues.reduce((all, value) => all + value, 0);
  expect(total >= sum * (1 - 1e-9), "total", "at least the sum of the eigenvalues", total);
  const basis = { rows, means, coefficients };
  return projectionOf(engine, { kernel: kernelFromDocument(kernel), basis, eigenvalues, total });
}
