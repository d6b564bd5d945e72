import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { wasmGames } from "../../engine/wasm/games.ts";
import { columnMeans } from "../../matrix/centerColumns.ts";
import type { KernelTerm, LinearTerm, ProductTerm } from "../../kernels/parts/kernelTerms.ts";
import { mostTabledPlayers, owenTables } from "./owenTables.ts";
import { productImages } from "./productImages.ts";

/** What a kernel column is explained with: rows, the rows that stand for absent columns (none: absent columns are removed), and who plays. */
export interface ExplainedRows {
  readonly engine: Engine;
  readonly X: Matrix;
  readonly background: Matrix | undefined;
  /** The player of each encoded column. */
  readonly groups: Int32Array;
  readonly players: number;
}

/** A kernel column z = xᵢ taken apart, for all rows at once. */
export interface ColumnImages {
  /** The Shapley values of k(·, z): a row for each row, a column for each player. Overwritten by the next column. */
  readonly images: Float64Array;
  /** k(x, z) for each row. */
  readonly values: Float64Array;
  /** v(∅): the mean of k(b, z) over the background, or k without any column. */
  readonly base: number;
}

/**
 * Takes kernel columns apart, one after the other. A kernel is a sum of terms, and so is its explanation. A linear term Σ wⱼ xⱼ zⱼ gives each
 * player Σ_{j in it} wⱼ (xⱼ − b̄ⱼ) zⱼ, where b̄ = 0 for columns that are removed.
 */
export function kernelImages(terms: readonly KernelTerm[], rows: ExplainedRows): (z: Float64Array) => ColumnImages {
  const { X, players } = rows;
  const images = new Float64Array(X.rows * players);
  const values = new Float64Array(X.rows);
  const parts = terms.map((term) =>
    term.kind === "product" ? productPart(term, rows, images, values) : linearPart(term, rows, images, values),
  );
  return (z) => {
    images.fill(0);
    values.fill(0);
    return { images, values, base: parts.reduce((sum, add) => sum + add(z), 0) };
  };
}

/** Adds the images and values of a term, and returns its base. */
type TermPart = (z: Float64Array) => number;

function productPart(
  term: ProductTerm,
  { engine, X, background, groups, players }: ExplainedRows,
  images: Float64Array,
  values: Float64Array,
): TermPart {
  const { variance } = term;
  if (term.columns.length === 0) {
    return () => {
      for (let a = 0; a < values.length; a++) values[a] += variance;
      return variance;
    };
  }
  // Only players with a column in the term.
  const present = [...new Set(term.columns.map((j) => groups[j]))].toSorted((a, b) => a - b);
  const P = present.length;
  const placeOf = new Map(present.map((player, place) => [player, place]));
  const places = Int32Array.from(term.columns, (j) => placeOf.get(groups[j])!);
  const games = gamesOf(engine, P);
  const ofRows = new Float64Array(X.rows * P);
  const B = background?.rows ?? 1;
  const absent = new Float64Array(B * P).fill(1);
  return (z) => {
    factorsInto(ofRows, term, places, P, X, z);
    if (background) factorsInto(absent, term, places, P, background, z);
    let base = 0;
    for (let b = 0; b < B; b++) base += productOf(absent, b * P, P);
    const shares = games(matrix(X.rows, P, ofRows), matrix(B, P, absent)).data;
    for (let a = 0; a < X.rows; a++) {
      values[a] += variance * productOf(ofRows, a * P, P);
      for (let k = 0; k < P; k++) images[a * players + present[k]] += variance * shares[a * P + k];
    }
    return (variance * base) / B;
  };
}

/** The Shapley values of the products of rows, on average over the rows they are compared with: in WebAssembly, or by the plain version. */
function gamesOf(engine: Engine, P: number): (on: Matrix, off: Matrix) => Matrix {
  // Whoever asks for the reference engine gets the plain version.
  const games = engine.name === "reference" || P > mostTabledPlayers ? undefined : wasmGames();
  if (games) {
    const tables = owenTables(P);
    return (on, off) => games(on, off, tables);
  }
  const add = productImages(P);
  return (on, off) => {
    const shares = matrix(on.rows, P);
    for (let a = 0; a < on.rows; a++) {
      for (let b = 0; b < off.rows; b++) add(on.data, a * P, off.data, b * P, 1 / off.rows, shares.data, a * P);
    }
    return shares;
  };
}

/** The factor of each player for each row: the product of those of its columns. */
function factorsInto(
  factors: Float64Array,
  { columns, factor }: ProductTerm,
  places: Int32Array,
  P: number,
  X: Matrix,
  z: Float64Array,
): void {
  factors.fill(1);
  const { data, columns: width } = X;
  for (let a = 0; a < X.rows; a++) {
    for (let k = 0; k < columns.length; k++) {
      const j = columns[k];
      factors[a * P + places[k]] *= factor(j, data[a * width + j], z[j]);
    }
  }
}

function productOf(factors: Float64Array, from: number, count: number): number {
  let product = 1;
  for (let k = from; k < from + count; k++) product *= factors[k];
  return product;
}

function linearPart(
  { weights }: LinearTerm,
  { X, background, groups, players }: ExplainedRows,
  images: Float64Array,
  values: Float64Array,
): TermPart {
  const p = X.columns;
  const means = background ? columnMeans(background) : new Float64Array(p);
  return (z) => {
    let base = 0;
    for (let j = 0; j < p; j++) base += weights[j] * means[j] * z[j];
    for (let a = 0; a < X.rows; a++) {
      for (let j = 0; j < p; j++) {
        const slope = weights[j] * z[j];
        images[a * players + groups[j]] += slope * (X.data[a * p + j] - means[j]);
        values[a] += slope * X.data[a * p + j];
      }
    }
    return base;
  };
}
