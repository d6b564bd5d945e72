import { InputError, asText, columnNamed, tableOf, type NumberColumn, type Posterior, type Table } from "kernelbayes";
import type { DecisionPlane, PlaneRows, Projection } from "./decisionBoundaryChart.ts";
import { planePoints, type Plane } from "./plane.ts";

export interface DecisionPlaneOptions {
  /** The columns across and upwards. Default: the two columns of the posterior in their order. */
  readonly axes?: readonly [string, string];
  /** Grid points along each axis, at each of which the posterior predicts. Default 120. */
  readonly resolution?: number;
  /** Space around the rows, as a share of their extent. Default 0.06. */
  readonly padding?: number;
}

/**
 * What a posterior of two number columns says all over the plane that the rows of a table span; the table has the label column
 * too. Rows with a missing cell are left out. For two classes with rows of both the projection is the latent mean, on the scale of the logit,
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
  const axes = axesOf(posterior, options.axes);
  const rows = rowsOf(posterior, table, axes);
  const [x, y] = [rows.x, rows.y].map((values) => paddedExtent(values, padding, resolution));
  const plane: Plane = { x, y, columns: resolution, rows: resolution };
  const { logProbabilities, latentMean } = predictAt(posterior, axes, planePoints(plane));
  return {
    axes,
    classes: posterior.classes,
    plane,
    logProbabilities,
    rows,
    ...(posterior.classes.length === 2 &&
      [0, 1].every((q) => rows.classes.includes(q)) && {
        projection: latentProjection(posterior, axes, rows, latentMean.data),
      }),
  };
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

function predictAt(posterior: Posterior, axes: readonly [string, string], points: Pick<PlaneRows, "x" | "y">) {
  const column = (name: string, values: ArrayLike<number>): NumberColumn => ({
    name,
    type: "number",
    values: Float64Array.from(values),
  });
  return posterior.predict(tableOf([column(axes[0], points.x), column(axes[1], points.y)]));
}

function latentProjection(
  posterior: Posterior,
  axes: readonly [string, string],
  rows: PlaneRows,
  latentMeans: Float64Array,
): Projection {
  const upper = (data: Float64Array): Float64Array => data.filter((_, at) => at % 2 === 1);
  const atRows = upper(predictAt(posterior, axes, rows).latentMean.data);
  const means = posterior.classes.map((_, q) => {
    const own = atRows.filter((_, row) => rows.classes[row] === q);
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  });
  return { values: upper(latentMeans), boundary: 0, means };
}
