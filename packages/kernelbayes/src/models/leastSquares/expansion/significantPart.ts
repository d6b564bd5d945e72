import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { CanonicalForm, ResidualForm } from "../canonical/canonicalForm.ts";
import { outsideParts, type ResidualResponse, type Response } from "../canonical/leaveOneOutAt.ts";

/** A form and responses from which leave-one-out residuals are made in less time, for a range of regularizations. */
export interface SignificantPart {
  readonly form: ResidualForm;
  readonly responses: readonly ResidualResponse[];
}

/** λ/μ below which an eigenvector does not tell one μ from another. */
const negligibleShare = 2 ** -40;
/** The share of the eigenvectors that must be dropped for a copy of the others to pay. */
const leastDropped = 0.25;

/**
 * The eigenvectors of a form that can tell one μ ≥ leastMu from another, with all others taken together. Where
 * λ ≤ 2⁻⁴⁰ leastMu the share μ/(λ + μ) is 1 to twelve digits, which is more than a choice of μ needs, so that of those vectors P only
 *
 *     Σⱼ pᵢⱼ²,   P Pᵀt̃   and   P Pᵀ√w
 *
 * matter: the remainder of the diagonal, and what lies outside of the span of the vectors that are kept. Kernels smooth
 * enough to be of use have far fewer vectors to keep than rows: a step of a search then costs O(n r) in place of O(n²).
 *
 * For a row of a complete form of which P has at least half they are what the kept vectors leave of the whole; for other rows that
 * difference would lose digits, the more so the less is left, and they are summed over P itself. So they are, and added to what lies outside
 * already, where a form has the pairs above rounding alone.
 *
 * The eigenvalues of the form are expected in ascending order; only the leading ones are taken together. Where most would be
 * kept, a copy of them costs more than it saves, and the form is returned as it is; so is an expansion in few columns.
 */
export function significantPart(
  engine: Engine,
  form: CanonicalForm,
  responses: readonly Response[],
  leastMu: number,
): SignificantPart {
  const { eigenvalues, basis, rootWeights, remainder, bias } = form;
  const least = negligibleShare * leastMu;
  const first = eigenvalues.findIndex((value) => !(value <= least));
  const dropped = first < 0 ? eigenvalues.length : first;
  const isOfColumns = bias === "removed" || bias === "column";
  if (isOfColumns || dropped < leastDropped * eigenvalues.length) return { form, responses };
  const constant = responses[0]?.constant;
  const kept = keptPart(basis, dropped, remainder);
  const vectors: Located[] = responses.map(({ targets, coordinates, outside }) => ({
    whole: targets.map((target, i) => rootWeights[i] * target),
    coordinates,
    outside,
  }));
  if (constant) vectors.push({ whole: rootWeights, coordinates: constant, outside: responses[0]?.constantOutside });
  const outside = leftOutside(engine, basis, kept, vectors);
  return {
    form: { ...kept, eigenvalues: eigenvalues.subarray(dropped), rootWeights },
    responses: responses.map(({ coordinates }, m) => ({
      coordinates: coordinates.subarray(dropped),
      outside: outside[m],
      constant: constant?.subarray(dropped),
      ...(constant && { constantOutside: outside[responses.length] }),
    })),
  };
}

type KeptPart = Pick<ResidualForm, "basis" | "squares"> & { readonly remainder: Float64Array };

/** The columns from `dropped` on, their squares, and the squares that are left of each row, with those beyond all columns. */
function keptPart({ data, rows, columns }: Matrix, dropped: number, beyond: Float64Array | undefined): KeptPart {
  const r = columns - dropped;
  const basis = matrix(rows, r);
  const squares = matrix(rows, r);
  const remainder = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const left = 1 - keepRow(data, i * columns + dropped, r, basis.data, squares.data, i * r);
    const isSummed = beyond !== undefined || left < half;
    remainder[i] = isSummed ? (beyond?.[i] ?? 0) + sumOfProducts(data, i * columns, dropped, data, i * columns) : left;
  }
  return { basis, squares, remainder };
}

/** Copies `count` entries and their squares; their sum is returned. */
function keepRow(
  data: Float64Array,
  from: number,
  count: number,
  kept: Float64Array,
  squares: Float64Array,
  to: number,
): number {
  let sum = 0;
  for (let j = 0; j < count; j++) {
    const value = data[from + j];
    const square = value * value;
    kept[to + j] = value;
    squares[to + j] = square;
    sum += square;
  }
  return sum;
}

/** A vector, its coordinates in all columns of a basis, and what of it lies beyond them, where there is something. */
interface Located {
  readonly whole: Float64Array;
  readonly coordinates: Float64Array;
  readonly outside: Float64Array | undefined;
}

/** Vectors less their part in the span of the kept columns of a basis, each to its own digits. */
function leftOutside(
  engine: Engine,
  { data, columns }: Matrix,
  { basis, remainder }: KeptPart,
  vectors: readonly Located[],
): Float64Array[] {
  const dropped = columns - basis.columns;
  if (vectors[0]?.outside) {
    return vectors.map(({ coordinates, outside }) =>
      Float64Array.from(outside ?? [], (value, i) => value + sumOfProducts(data, i * columns, dropped, coordinates, 0)),
    );
  }
  const differences = outsideParts(
    engine,
    basis,
    vectors.map(({ whole }) => whole),
    vectors.map(({ coordinates }) => coordinates.subarray(dropped)),
  );
  return vectors.map(({ coordinates }, k) =>
    differences[k].map((value, i) =>
      remainder[i] < half ? sumOfProducts(data, i * columns, dropped, coordinates, 0) : value,
    ),
  );
}

const half = 0.5;

/** Σ aⱼ bⱼ over `count` entries from where each of them begins. */
function sumOfProducts(a: Float64Array, from: number, count: number, b: Float64Array, start: number): number {
  let sum = 0;
  for (let j = 0; j < count; j++) sum += a[from + j] * b[start + j];
  return sum;
}
