import { matrix } from "../engine/matrix.ts";
import { row } from "../matrix/row.ts";
import type { Kernel } from "./kernel.ts";
import type { KernelMember } from "./parts/kernelMember.ts";
import { weightedProduct } from "./parts/kernelTerms.ts";
import { requireValues } from "./parts/parameter.ts";
import { requireSameColumns } from "./parts/requireWeights.ts";

/**
 * Spline kernel: the product over the columns of the kernel of cubic splines with a knot at every row.
 *
 *     k(x, z) = Πⱼ s(xⱼ, zⱼ)
 *     s(x, z) = 1 + xz + ∫ (x − t)₊ (z − t)₊ dt = 1 + xz + xz m − ½(x + z) m² + ⅓ m³,    m = min(x, z), for x, z ≥ 0
 *
 * The integral runs over t ≥ 0. Negative values are mirrored: the integral is taken of |x| and |z| where both have one sign,
 * and is 0 where they have not. So the function is a straight line through 0 plus an independent integrated Wiener process on
 * either side, and the kernel is positive semidefinite on the whole line; the usual formula with m = min(x, z) is not.
 * With M the larger and m the smaller of |x| and |z| the integral is m² (3M − m)/6, which loses no digits.
 *
 * It has no parameter. It grows like |x|³ in each column and multiplies over columns: meant for a few standardized columns.
 * Where all values of a column are 0 that column has ceased to matter. Wahba, *Spline Models for Observational Data*,
 * chapter 1; Rasmussen & Williams, §6.3.1, for the integrated Wiener process.
 *
 * @example columns([0, 1], spline())
 */
export function spline(): Kernel {
  const kernel: Kernel = {
    kind: "spline",
    parameters: [],
    withValues: (values) => {
      requireValues("spline", [], values);
      return kernel;
    },
    forColumns: () => kernel,
    evaluate: product,

    matrix(_engine, x) {
      const n = x.rows;
      const K = matrix(n, n);
      for (let a = 0; a < n; a++) {
        for (let b = 0; b <= a; b++) {
          const k = product(row(x, a), row(x, b));
          K.data[a * n + b] = k;
          K.data[b * n + a] = k;
        }
      }
      return K;
    },

    cross(_engine, x, z) {
      requireSameColumns(x, z);
      const K = matrix(x.rows, z.rows);
      for (let a = 0; a < x.rows; a++) {
        for (let b = 0; b < z.rows; b++) K.data[a * z.rows + b] = product(row(x, a), row(z, b));
      }
      return K;
    },

    diagonal: (x) => Float64Array.from({ length: x.rows }, (_, a) => product(row(x, a), row(x, a))),
    gradient: () => new Float64Array(0),
    terms: (columns) => weightedProduct(new Float64Array(columns).fill(1), (_weight, x, z) => factor(x, z)),
    toDocument: () => ({ kind: "spline" }),
  };
  return kernel;
}

function product(x: ArrayLike<number>, z: ArrayLike<number>): number {
  let value = 1;
  for (let j = 0; j < x.length; j++) value *= factor(x[j], z[j]);
  return value;
}

function factor(x: number, z: number): number {
  const line = 1 + x * z;
  if (x * z <= 0) return line;
  const m = Math.min(Math.abs(x), Math.abs(z));
  const M = Math.max(Math.abs(x), Math.abs(z));
  return line + (m * m * (3 * M - m)) / 6;
}

export const splineMember: KernelMember = {
  description: "Spline kernel: products of cubic splines, without any parameter.",
  parameters: [],
  options: [],
  create: () => spline(),
};
