import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Room } from "../../../matrix/room.ts";
import { placeInColumns, type Bias } from "../canonical/bias.ts";
import { coefficientsBy, type ExpansionForm } from "../canonical/canonicalForm.ts";

/** Eigenvalues below this share of the largest are raised to it; nothing but rounding is left of them. */
const smallestShare = 1e-14;

/** Where the large parts of a form are put, for who needs it only until the next. */
export interface GramFormRooms {
  readonly basis: Room;
  readonly squares: Room;
}

/**
 * The form of an expansion in few features with penalty ‖α‖², as `featuresForm`, from the eigenvectors of the small Gram
 * matrix ZᵀZ of features that `scaledFeatures` has prepared for the bias: faster than a singular value decomposition,
 * at the price of half of the digits of directions in which the features hardly vary.
 */
export function gramForm(
  engine: Engine,
  Z: Matrix,
  rootWeights: Float64Array,
  bias: Bias = "free",
  gram: Matrix = engine.symmetricProduct(Z, { transpose: true }),
  rooms?: GramFormRooms,
): ExpansionForm {
  const { rows: n, columns: r } = Z;
  const { values, vectors } = engine.eigenSymmetric(gram);
  const least = Math.max(1e-300, r > 0 ? smallestShare * values[r - 1] : 0);
  const eigenvalues = values.map((value) => Math.max(value, least));
  const scaledVectors = matrix(r, r);
  for (let i = 0; i < r; i++) {
    for (let j = 0; j < r; j++) scaledVectors.data[i * r + j] = vectors.data[i * r + j] / Math.sqrt(eigenvalues[j]);
  }
  const basis = engine.multiply(Z, scaledVectors, { into: rooms?.basis(n, r) });
  const squares = rooms?.squares(n, r) ?? matrix(n, r);
  const remainder = new Float64Array(n);
  let total = 0;
  for (let i = 0; i < n; i++) total += rootWeights[i] ** 2;
  for (let i = 0; i < n; i++) {
    let spanned = bias === "free" ? rootWeights[i] ** 2 / total : 0;
    for (let j = i * r; j < (i + 1) * r; j++) {
      const square = basis.data[j] * basis.data[j];
      squares.data[j] = square;
      spanned += square;
    }
    remainder[i] = Math.max(0, 1 - spanned);
  }
  return {
    basis,
    squares,
    eigenvalues,
    rootWeights,
    bias: placeInColumns(bias),
    remainder,
    columnMeans: bias === "free" ? new Float64Array(r) : undefined,
    ...coefficientsBy(engine, vectors, eigenvalues.map(Math.sqrt), undefined),
  };
}
