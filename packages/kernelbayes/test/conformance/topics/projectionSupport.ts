import type { Coefficients } from "../../../src/models/projection/chain/coefficients.ts";
import { fromRows, transpose } from "../../../src/matrix/index.ts";

/** A table with a row for each row or column, class by class, as chains store it. */
export function byClass(rows: readonly (readonly number[])[]): Float64Array {
  return transpose(fromRows(rows)).data;
}

/** The table again, from values stored class by class. */
export function toTable(values: Float64Array, count: number): number[][] {
  const size = values.length / count;
  return Array.from({ length: size }, (_, l) => Array.from({ length: count }, (_, k) => values[k * size + l]));
}

interface CoefficientLaw {
  readonly mean: number[][];
  readonly variances: number[][];
  readonly logDeterminants: number[];
  readonly draw: (deviation: number, normals: Float64Array) => Float64Array;
}

/** Mean, diagonal of V and log determinants of the precision of the coefficients, from draws with chosen "normals". */
export function lawOf(coefficients: Coefficients, size: number, count: number): CoefficientLaw {
  const draw = (deviation: number, normals: Float64Array): Float64Array => {
    const target = new Float64Array(size * count);
    coefficients.draw(deviation, normals, target);
    return target;
  };
  const mean = draw(0, new Float64Array(size * count));
  const variances = new Float64Array(size * count);
  const logDeterminants = new Array<number>(count).fill(0);
  // With e the l-th unit vector for each class, β less its mean is column l of L⁻ᵀ.
  for (let l = 0; l < size; l++) {
    const column = draw(
      1,
      Float64Array.from({ length: size * count }, (_, at) => Number(at % size === l)),
    ).map((value, at) => value - mean[at]);
    column.forEach((value, at) => (variances[at] += value * value));
    for (let k = 0; k < count; k++) logDeterminants[k] -= 2 * Math.log(column[k * size + l]);
  }
  return { mean: toTable(mean, count), variances: toTable(variances, count), logDeterminants, draw };
}
