import { fitSync } from "../../src/fit/fit.ts";
import type { FitOptions } from "../../src/fit/fitOptions.ts";
import type { Model } from "../../src/models/model.ts";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { encode } from "../../src/encoding/encode.ts";
import type { Posterior } from "../../src/posterior/posterior.ts";
import { normal, stream } from "../../src/random/index.ts";
import { selectRows, tableFromColumns, type Table } from "../../src/table/table.ts";

/** So many overlapping classes: four numbers, one of which means nothing, and a category of three levels, six encoded columns in all. */
export function sample(rows: number, classes: number, seed = 1): Table {
  const random = stream(seed, rows, classes);
  const labels = Array.from({ length: rows }, (_, i) => i % classes);
  const kinds = ["round", "square", "long"];
  return tableFromColumns({
    a: labels.map((label) => normal(random) + label),
    b: labels.map((label) => normal(random) * (label === 0 ? 2 : 1)),
    idle: labels.map(() => normal(random)),
    kind: labels.map((label) => kinds[random.uniform() < 0.6 ? label % 3 : random.integer(3)]),
    c: labels.map((label) => normal(random) - 0.7 * label),
    label: labels.map((label) => `class ${label}`),
  });
}

/** Numbers alone, as many columns as one likes. */
export function numbers(rows: number, columns: number, seed = 1): Table {
  const random = stream(seed, rows, columns);
  const labels = Array.from({ length: rows }, (_, i) => i % 2);
  return tableFromColumns({
    ...Object.fromEntries(
      Array.from({ length: columns }, (_, j) => [
        `x${j + 1}`,
        labels.map((label) => normal(random) + (label * 1.2) / (j + 1)),
      ]),
    ),
    label: labels.map((label) => `class ${label}`),
  });
}

export function fitted(model: Model, table: Table, options: Partial<FitOptions> = {}): Posterior {
  return fitSync(model, table, { target: "label", seed: 3, ...options });
}

export function rowsAt(table: Table, ...rows: number[]): Table {
  return selectRows(table, rows);
}

export function encoded({ encoding }: Posterior, table: Table): Matrix {
  return encode(encoding, table);
}

/** A value for each of so many sets of players, in bits. */
export type SetValue = (set: number) => number;

/** Shapley values by their definition: the sum over all sets without a player of s!(p − s − 1)!/p! times what the player adds. */
export function byDefinition(players: number, value: SetValue): number[] {
  const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
  const values = Array.from({ length: 2 ** players }, (_, set) => value(set));
  return Array.from({ length: players }, (_, j) => {
    let sum = 0;
    for (let set = 0; set < 2 ** players; set++) {
      if ((set >> j) % 2 === 1) continue;
      const size = Array.from({ length: players }, (_, l) => (set >> l) % 2).reduce((total, bit) => total + bit, 0);
      const share = (factorial(size) * factorial(players - size - 1)) / factorial(players);
      sum += share * (values[set + 2 ** j] - values[set]);
    }
    return sum;
  });
}

/** Row a of X with the columns of players outside of a set from each row of the background. */
export function hybrids(X: Matrix, a: number, background: Matrix, groups: ArrayLike<number>, set: number): Matrix {
  const p = X.columns;
  return matrix(
    background.rows,
    p,
    background.data.map((value, at) => ((set >> groups[at % p]) % 2 === 1 ? X.data[a * p + (at % p)] : value)),
  );
}

export function mean(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
}
