import type { Engine } from "../../engine/engine.ts";
import { componentsDocument, readComponents } from "./components/componentsDocument.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import { largestEncodedValue } from "../../posterior/largestEncodedValue.ts";
import {
  flag,
  matrixDocument,
  matrixReader,
  numberList,
  oneOf,
  optional,
  plainObject,
  record,
  refuse,
} from "../../schema.ts";
import { designColumns, type ProjectionBasis } from "./projectionBasis.ts";
import type { ProjectionFit } from "./posterior.ts";

/** A fit as plain data. */
export function projectionDocument({
  basis,
  intercept,
  predictive,
  draws,
  order,
  sizes,
  priors,
}: ProjectionFit): Record<string, unknown> {
  return {
    ...(basis.kind === "components"
      ? { components: componentsDocument(basis.components) }
      : { kernel: basis.kernel.toDocument(), rows: matrixDocument(basis.rows) }),
    intercept,
    predictive,
    coefficients: matrixDocument(draws.coefficients),
    logNoise: Array.from(draws.logNoise),
    order: Array.from(order),
    sizes: Array.from(sizes),
    ...(priors && { priors: Array.from(priors) }),
  };
}

const schema = record({
  components: optional(plainObject),
  kernel: optional(plainObject),
  rows: optional(matrixReader),
  intercept: flag,
  predictive: oneOf("plugin", "full"),
  coefficients: matrixReader,
  logNoise: numberList,
  order: numberList,
  sizes: numberList,
  priors: optional(numberList),
});

/** A variance of noise beyond e to this power, or below its inverse, is of no chain. */
const largestLogNoise = 600;

function isModerate(value: number): boolean {
  return Math.abs(value) <= largestEncodedValue;
}

/** Reads the parameters back and checks that they belong together. */
export function readProjectionFit(engine: Engine, document: unknown, path: string): ProjectionFit {
  const { components, kernel, rows, coefficients, logNoise, ...read } = schema(document, path);
  const { sizes, priors } = read;
  const expect = (holds: boolean, name: string, expected: string, value: unknown): void => {
    if (!holds) refuse(`${path}.${name}`, expected, value);
  };
  const isPositive = (value: number): boolean => value > 0;
  const C = read.order.length;
  expect(
    C >= 2 && read.order.toSorted().every((value, k) => value === k),
    "order",
    "the class numbers from 0, each once",
    read.order,
  );
  expect(sizes.length === C && sizes.every(isPositive), "sizes", `${C} positive numbers`, sizes);
  expect(!priors || (priors.length === C && priors.every(isPositive)), "priors", `${C} positive numbers`, priors);
  const basis = readBasis(engine, { components, kernel, rows }, path);
  const columns = designColumns(basis, read.intercept) * (C - 1);
  expect(
    coefficients.rows >= 1 && coefficients.columns === columns && coefficients.data.every(isModerate),
    "coefficients",
    `rows of ${columns} numbers up to ${largestEncodedValue}`,
    coefficients,
  );
  expect(
    logNoise.length === coefficients.rows && logNoise.every((value) => Math.abs(value) <= largestLogNoise),
    "logNoise",
    `${coefficients.rows} numbers up to ${largestLogNoise}`,
    logNoise,
  );
  return { ...read, basis, order: Int32Array.from(read.order), draws: { coefficients, logNoise } };
}

function readBasis(
  engine: Engine,
  { components, kernel, rows }: Pick<ReturnType<typeof schema>, "components" | "kernel" | "rows">,
  path: string,
): ProjectionBasis {
  const basis: ProjectionBasis = components
    ? { kind: "components", components: readComponents(engine, components, `${path}.components`) }
    : {
        kind: "rows",
        kernel: kernelFromDocument(plainObject(kernel, `${path}.kernel`)),
        rows: rows ?? refuse(`${path}.rows`, "a matrix", rows),
      };
  const numbers = basis.kind === "components" ? Object.values(basis.components.basis) : [basis.rows];
  if (!numbers.every((part) => ("data" in part ? part.data : part).every(isModerate))) {
    refuse(path, `made of numbers up to ${largestEncodedValue}`, undefined);
  }
  return basis;
}
