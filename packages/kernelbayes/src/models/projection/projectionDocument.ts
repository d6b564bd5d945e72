import {
  flag,
  inline,
  mapped,
  numbersOf,
  numberUpTo,
  oneOf,
  optional,
  positive,
  record,
  refined,
  that,
  whether,
  wholeNumber,
  type RecordCodec,
} from "../../codec.ts";
import type { Engine } from "../../engine/engine.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import { kernelCodec } from "../parts/kernelCodec.ts";
import { projectionOf } from "./components/componentProjection.ts";
import { componentsCodec } from "./components/kernelComponents.ts";
import { designColumns, type NumericBasis } from "./projectionBasis.ts";
import type { ProjectionFit } from "./posterior.ts";

type NumericFit = Omit<ProjectionFit, "basis"> & { readonly basis: NumericBasis };
type OfKind<Kind> = Extract<NumericBasis, { readonly kind: Kind }>;

const basisCodec: RecordCodec<NumericBasis> = whether(
  "components",
  mapped(
    record({ components: componentsCodec }),
    ({ components }): OfKind<"components"> => ({ kind: "components", components }),
    (basis) => basis,
  ),
  mapped(
    record({ kernel: kernelCodec, rows: encodedMatrix }),
    ({ kernel, rows }): OfKind<"rows"> => ({ kind: "rows", kernel, rows }),
    (basis) => basis,
  ),
  (basis) => basis.kind === "components",
);

/** A variance of noise beyond e to this power, or below its inverse, is of no chain. */
const largestLogNoise = 600;

const fitCodec: RecordCodec<NumericFit> = refined(
  record({
    basis: inline(basisCodec),
    intercept: flag,
    predictive: oneOf("plugin", "full"),
    draws: inline(
      refined(
        record({
          coefficients: that(encodedMatrix, "a matrix of at least one row", ({ rows }) => rows >= 1),
          logNoise: numbersOf(numberUpTo(largestLogNoise)),
        }),
        ({ coefficients, logNoise }, expect) => expect.length(logNoise, ".logNoise", coefficients.rows),
      ),
    ),
    order: mapped(
      that(
        numbersOf(wholeNumber(0)),
        "the class numbers from 0, each once",
        (order) => order.length >= 2 && order.toSorted().every((value, k) => value === k),
      ),
      (order) => Int32Array.from(order),
      (order) => Float64Array.from(order),
    ),
    sizes: numbersOf(positive),
    priors: optional(numbersOf(positive)),
  }),
  ({ basis, intercept, draws: { coefficients }, order: { length: C }, sizes, priors }, expect) => {
    expect.length(sizes, ".sizes", C);
    if (priors) expect.length(priors, ".priors", C);
    const columns = designColumns(basis, intercept) * (C - 1);
    expect.shape(coefficients, ".coefficients", coefficients.rows, columns);
  },
);

/** A fit as plain data. */
export function projectionDocument(fit: ProjectionFit): Record<string, unknown> {
  return fitCodec.write(fit);
}

/** Reads the parameters back and checks that they belong together. */
export function readProjectionFit(engine: Engine, document: unknown, path: string): ProjectionFit {
  const { basis, ...fit } = fitCodec.read(document, path);
  return {
    ...fit,
    basis: basis.kind === "components" ? { ...basis, components: projectionOf(engine, basis.components) } : basis,
  };
}
