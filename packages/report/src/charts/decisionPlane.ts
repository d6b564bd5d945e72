import { InputError, type Column, type Posterior, type Prediction, type Table } from "kernelbayes";
import { asText, columnNamed, tableOf, type NumberColumn } from "kernelbayes/table";
import type { DecisionPlane, PlaneRows, Projection } from "./decisionBoundaryChart.ts";
import { planePoints, type Plane } from "./plane.ts";
import { typicalCells } from "./typicalCells.ts";

export interface DecisionPlaneOptions {
  /** The columns across and upwards. Default: the two columns of the posterior in their order. */
  readonly axes?: readonly [string, string];
  /**
   * "typical" draws a plane through a posterior of more columns: those that are not axes have their typical value in the table,
   * the median or the most frequent word. Rows lie beside that plane and are shown where they would fall on it. Default "refuse".
   */
  readonly others?: "refuse" | "typical";
  /** Grid points along each axis, at each of which the posterior predicts. Default 120. */
  readonly resolution?: number;
  /** Space around the rows, as a share of their extent. Default 0.06. */
  readonly padding?: number;
}

/**
 * What a posterior of two number columns says all over the plane that the rows of a table span, or one of more columns over a
 * plane of two of them (`others: "typical"`); the table has the label column too. Rows with a missing cell are left out. For two classes with rows of both the projection is the latent mean, on the scale of the logit,
 * whose boundary is 0 and whose class means are taken over these rows.
 *
 * @example decisionBoundaryChart(decisionPlane(posterior, table))
 */
export function decisionPlane(posterior: Posterior, table: Table, options: DecisionPlaneOptions = {}): DecisionPlane {
  const { resolution = 120, padding = 0.06 } = options;
  if (!(Number.isInteger(resolution) && resolution >= 4)) {
    throw new RangeError(`resolution must be a whole number of at least 4; got ${resolution}.`);
  }
  if (!(padding >= 0)) throw new RangeError(`padding must not be negative; got ${padding}.`);
  const axes = options.others === "typical" ? numberAxes(posterior, options.axes) : axesOf(posterior, options.axes);
  const kept = keptCells(posterior, table, axes);
  const rows = rowsOf(posterior, table, axes);
  const [x, y] = [rows.x, rows.y].map((values) => paddedExtent(values, padding, resolution));
  const plane: Plane = { x, y, columns: resolution, rows: resolution };
  const prediction = predictAt(posterior, axes, planePoints(plane), kept);
  const { logProbabilities, latentMean } = prediction;
  return {
    axes,
    classes: posterior.classes,
    plane,
    logProbabilities,
    rows,
    widths: widthsOf(prediction),
    ...(posterior.classes.length === 2 &&
      [0, 1].every((q) => rows.classes.includes(q)) && {
        projection: latentProjection(posterior, axes, rows, latentMean.data, kept),
      }),
  };
}

/** Axes among any number of columns: those that are asked for, which must be numbers. */
function numberAxes({ encoding }: Posterior, asked: readonly [string, string] | undefined): readonly [string, string] {
  const names = encoding.columns.filter(({ kind }) => kind === "number" || kind === "rank").map(({ name }) => name);
  const wrong = asked?.find((name) => !names.includes(name));
  if (names.length < 2 || wrong !== undefined || (asked && asked[0] === asked[1])) {
    throw new InputError(
      "not-two-columns",
      "A decision boundary is drawn over two number columns of the posterior, which has " +
        `${names.length} of them${wrong === undefined ? "" : `, but not ${JSON.stringify(wrong)}`}. Name two as axes.`,
    );
  }
  return asked ?? [names[0], names[1]];
}

/** The cells of the columns that are not axes, as they are at every point of the plane. */
function keptCells({ encoding }: Posterior, table: Table, axes: readonly string[]): (rows: number) => Column[] {
  const others = encoding.columns
    .filter(({ name }) => !axes.includes(name))
    .map(({ name }) => columnNamed(table, name));
  return (rows) => others.map((column) => typicalCells(column, rows));
}

/** upper − lower of the most probable class at each point. */
function widthsOf({ logProbabilities, lower, upper }: Prediction): Float64Array {
  const C = logProbabilities.columns;
  return Float64Array.from({ length: logProbabilities.rows }, (_, row) => {
    let top = row * C;
    for (let at = top + 1; at < (row + 1) * C; at++)
      if (logProbabilities.data[at] > logProbabilities.data[top]) top = at;
    return upper.data[top] - lower.data[top];
  });
}

function axesOf({ encoding }: Posterior, asked: readonly [string, string] | undefined): readonly [string, string] {
  const { columns } = encoding;
  const names = columns.map(({ name }) => name);
  const isPlain = columns.every((column) => (column.kind === "number" || column.kind === "rank") && !column.indicator);
  if (columns.length !== 2 || !isPlain) {
    const listed = columns.slice(0, 6).map(({ name, kind }) => `${JSON.stringify(name)} (${kind})`);
    throw new InputError(
      "not-two-columns",
      `A decision boundary is drawn over two number columns without missing cells; this posterior has ${columns.length}: ` +
        `${listed.join(", ")}${columns.length > 6 ? ", …" : ""}. Fit the model to two of them, ` +
        `as in fit(model, table, { target, columns: ["x", "y"] }).`,
    );
  }
  if (asked && names.toSorted().join("\n") !== asked.toSorted().join("\n")) {
    throw new InputError(
      "unknown-column",
      `axes must be ${names.map((name) => JSON.stringify(name)).join(" and ")}, in either order; got ${JSON.stringify(asked)}.`,
    );
  }
  return asked ?? [names[0], names[1]];
}

interface CompleteRows extends PlaneRows {
  readonly classes: Int32Array;
}

function rowsOf({ target, classes }: Posterior, table: Table, axes: readonly [string, string]): CompleteRows {
  const [x, y] = axes.map((name) => numbersOf(table, name));
  const labels = asText(columnNamed(table, target));
  const complete = Array.from(labels.keys()).filter(
    (row) => labels[row] !== undefined && Number.isFinite(x[row]) && Number.isFinite(y[row]),
  );
  if (complete.length === 0) {
    throw new InputError("no-rows", `No row of the table has both columns and a label in ${JSON.stringify(target)}.`);
  }
  return {
    x: Float64Array.from(complete, (row) => x[row]),
    y: Float64Array.from(complete, (row) => y[row]),
    classes: Int32Array.from(complete, (row) => {
      const number = classes.indexOf(labels[row]!);
      if (number >= 0) return number;
      throw new InputError(
        "unknown-label",
        `Row ${row + 1} has the label ${JSON.stringify(labels[row])}, which the posterior does not know; it knows ` +
          `${classes.map((label) => JSON.stringify(label)).join(", ")}. Leave the row out.`,
        { row: row + 1, column: target },
      );
    }),
  };
}

function numbersOf(table: Table, name: string): Float64Array {
  const column = columnNamed(table, name);
  if (column.type === "number") return column.values;
  throw new InputError(
    "not-a-number-column",
    `Column ${JSON.stringify(name)} has words where the posterior has numbers.`,
    {
      column: name,
    },
  );
}

/** The extent of the rows with the space around them, and one more cell on each side, which charts do not show. */
function paddedExtent(values: ArrayLike<number>, padding: number, cells: number): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let row = 0; row < values.length; row++) [low, high] = [Math.min(low, values[row]), Math.max(high, values[row])];
  const extent = high > low ? high - low : Math.max(1, Math.abs(low));
  const space = padding * extent + (high > low ? 0 : extent / 2);
  const cell = (high - low + 2 * space) / (cells - 2);
  return [low - space - cell, high + space + cell];
}

function predictAt(
  posterior: Posterior,
  axes: readonly [string, string],
  points: Pick<PlaneRows, "x" | "y">,
  kept: (rows: number) => Column[],
): Prediction {
  const column = (name: string, values: ArrayLike<number>): NumberColumn => ({
    name,
    type: "number",
    values: Float64Array.from(values),
  });
  return posterior.predict(tableOf([column(axes[0], points.x), column(axes[1], points.y), ...kept(points.x.length)]));
}

function latentProjection(
  posterior: Posterior,
  axes: readonly [string, string],
  rows: PlaneRows,
  latentMeans: Float64Array,
  kept: (rows: number) => Column[],
): Projection {
  const upper = (data: Float64Array): Float64Array => data.filter((_, at) => at % 2 === 1);
  const atRows = upper(predictAt(posterior, axes, rows, kept).latentMean.data);
  const means = posterior.classes.map((_, q) => {
    const own = atRows.filter((_, row) => rows.classes[row] === q);
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  });
  return { values: upper(latentMeans), boundary: 0, means };
}
