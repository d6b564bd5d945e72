import { selectEngine } from "../../engine/selectEngine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { row, selectRows } from "../../matrix/row.ts";
import type { LatentExpansion } from "../../posterior/latentExpansion.ts";
import { encodeChecked, type Posterior } from "../../posterior/posterior.ts";
import { rowsToPredict, type RowsToPredict } from "../../posterior/rowsToPredict.ts";
import { asText } from "../../table/column.ts";
import { quote } from "../../table/quote.ts";
import { columnNamed, selectRows as selectTableRows, type Table } from "../../table/table.ts";
import { columnDomains } from "../columnDomain.ts";
import { isLinear, latentOutputs, type ExplanationScale, type LatentOutput } from "../latentOutputs.ts";
import { decodedCells } from "./decodedCells.ts";

export interface NeighbourOptions {
  /** How many for each row and class. Default 5. */
  readonly count?: number | undefined;
  /** The table that the posterior was fitted to: with it neighbours have their row numbers, names and labels. */
  readonly training?: Table | undefined;
  /** A column of that table that names its rows. */
  readonly name?: string | undefined;
}

/** A training row, or several that are encoded alike, with its part in a prediction. */
export interface Neighbour {
  /** What it adds to the output: coefficient times kernel. Positive weights speak for the class. */
  readonly weight: number;
  /** The share of its weight in the sum of all absolute weights. */
  readonly share: number;
  /** The kernel between the rows over that of each with itself, from 0 for strangers to 1 for the same row. */
  readonly likeness: number;
  /** The cells as text, by column. */
  readonly cells: Readonly<Record<string, string>>;
  /** The places of the rows in the training table, from 0, and their names and labels; empty without that table. */
  readonly rows: readonly number[];
  readonly names: readonly string[];
  readonly labels: readonly string[];
}

/** The neighbours of each row for one class. */
export interface NeighbourOutput {
  readonly class: string;
  readonly against: string | undefined;
  /** For each row its neighbours, those of the largest absolute weight first. */
  readonly neighbours: readonly (readonly Neighbour[])[];
}

export interface Neighbours {
  readonly scale: ExplanationScale;
  readonly outputs: readonly NeighbourOutput[];
}

/**
 * The training rows that predictions lean on: those whose kernel weights αᵢ k(x, xᵢ) are largest. With the offset all weights of a row add up to
 * its output. Models that are no sum over training rows have none.
 *
 * @example neighbours(posterior, newRows, { training, name: "patient" }).outputs[1].neighbours[0]
 */
export function neighbours(
  posterior: Posterior,
  rows: RowsToPredict,
  { count = 5, training, name }: NeighbourOptions = {},
): Neighbours {
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new InputError("invalid-option", `count must be a whole number from 1; got ${String(count)}.`);
  }
  const { encoding, classes, numeric } = posterior;
  const expansion = numeric.expansion?.();
  if (!expansion || expansion.sums.length === 0) {
    throw new InputError(
      "no-training-rows",
      `The model ${quote(posterior.model.name)} is no sum over training rows, so that no row has a weight in it.`,
      {},
      "Look at the contributions of columns instead.",
    );
  }
  const X = encodeChecked(encoding, rowsToPredict(encoding, rows));
  const scale = isLinear(expansion.link) ? "log-odds" : "latent";
  const known = training && trainingRows(posterior, training, name);
  const columns = kernelColumns(expansion, X);
  return {
    scale,
    outputs: latentOutputs(expansion, classes.length, scale)!.map((output) => ({
      class: classes[output.class],
      against: output.against === undefined ? undefined : classes[output.against],
      neighbours: Array.from({ length: X.rows }, (_, a) =>
        strongest(columns, output, a, count).map(({ encoded, ...weights }) => ({
          ...weights,
          cells: shownCells(posterior, encoded),
          ...(known ? known(encoded) : nobody),
        })),
      ),
    })),
  };
}

const nobody = { rows: [], names: [], labels: [] } as const;

/** A sum of an expansion with its kernel at the rows. */
interface KernelColumns {
  readonly sum: LatentExpansion["sums"][number];
  /** The rows down, those of the sum across. */
  readonly cross: Matrix;
  readonly likeness: (a: number, i: number) => number;
}

function kernelColumns({ sums }: LatentExpansion, X: Matrix): readonly KernelColumns[] {
  const engine = selectEngine();
  return sums.map((sum) => {
    const cross = sum.kernel.cross(engine, X, sum.rows);
    // Of a row with itself as with another of the same cells: without what only it has.
    const ofRow = (Z: Matrix, i: number): number => {
      const alone = selectRows(Z, [i]);
      return sum.kernel.cross(engine, alone, alone).data[0];
    };
    const ownX = Array.from({ length: X.rows }, (_, a) => ofRow(X, a));
    return {
      sum,
      cross,
      likeness: (a, i) => cross.data[a * cross.columns + i] / Math.sqrt(ownX[a] * ofRow(sum.rows, i)),
    };
  });
}

interface Weighted {
  readonly encoded: Float64Array;
  readonly weight: number;
  readonly share: number;
  readonly likeness: number;
}

/** The rows of the largest weights in an output; the weights of one row in several sums add up. */
function strongest(
  columns: readonly KernelColumns[],
  { contrast }: LatentOutput,
  a: number,
  count: number,
): Weighted[] {
  const weights = new Map<string, { at: readonly [KernelColumns, number]; weight: number }>();
  for (const column of columns) {
    const { sum, cross } = column;
    const M = sum.functions.length;
    for (let i = 0; i < sum.rows.rows; i++) {
      const alpha = sum.functions.reduce(
        (all, m, place) => all + contrast[m] * sum.coefficients.data[i * M + place],
        0,
      );
      const weight = alpha * cross.data[a * cross.columns + i];
      const key = row(sum.rows, i).join();
      const known = weights.get(key);
      if (known) known.weight += weight;
      else weights.set(key, { at: [column, i], weight });
    }
  }
  const all = [...weights.values()];
  const total = all.reduce((sum, { weight }) => sum + Math.abs(weight), 0);
  return all
    .toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, count)
    .map(({ at: [{ sum, likeness }, i], weight }) => ({
      encoded: row(sum.rows, i),
      weight,
      share: total > 0 ? Math.abs(weight) / total : 0,
      likeness: likeness(a, i),
    }));
}

function shownCells({ encoding }: Posterior, encoded: Float64Array): Record<string, string> {
  const domains = columnDomains(encoding);
  return Object.fromEntries(decodedCells(encoding, encoded).map((cell, j) => [domains[j].name, domains[j].text(cell)]));
}

/** The rows of the training table by how they are encoded. */
function trainingRows(
  { encoding, training, classes }: Posterior,
  table: Table,
  name: string | undefined,
): (encoded: Float64Array) => Pick<Neighbour, "rows" | "names" | "labels"> {
  const names = name === undefined ? undefined : asText(columnNamed(table, name));
  if (training.rows.some((place) => place >= table.rows)) throw notTraining(`it has ${table.rows} rows`);
  const X = encodeChecked({ ...encoding, missing: "impute" }, selectTableRows(table, training.rows));
  const places = new Map<string, number[]>();
  for (let i = 0; i < X.rows; i++) {
    const key = row(X, i).join();
    const known = places.get(key);
    if (known) known.push(i);
    else places.set(key, [i]);
  }
  return (encoded) => {
    const found = places.get(encoded.join());
    if (!found) throw notTraining("a row of the model is not in it");
    return {
      rows: found.map((i) => training.rows[i]),
      names: names ? found.map((i) => names[training.rows[i]] ?? "") : [],
      labels: found.map((i) => classes[training.classes[i]]),
    };
  };
}

function notTraining(why: string): InputError {
  return new InputError(
    "not-the-training-table",
    `The table is not the one that the model was fitted to: ${why}.`,
    {},
    "Give the training table as it was, or none.",
  );
}
