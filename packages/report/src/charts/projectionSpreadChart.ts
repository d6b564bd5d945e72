import { dot, ruleX, ruleY, text } from "@observablehq/plot";
import { axisLabel } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { strokeOf } from "./curveStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import type { LineStyle } from "./legend.ts";
import { checkLength } from "./planeMarks.ts";
import { shortText } from "./shortText.ts";

/** Rows on the line that tells two classes apart, with how surely each is known to lie where it lies. */
export interface SpreadRows {
  readonly classes: readonly string[];
  /** `posterior.project(table)`: the mean of each row and its `deviations`, of which the first column is drawn. */
  readonly values: ArrayLike<number>;
  readonly deviations: ArrayLike<number>;
  /** The number of each row's class. */
  readonly rowClasses: ArrayLike<number>;
  /** The mean projection of each class: `posterior.axes[0].centers`. */
  readonly centers?: readonly number[];
}

export interface ProjectionSpreadOptions extends ChartOptions {
  /** Name of the axis. Default "projection". */
  readonly label?: string;
  /** Of more rows of a class than these, every so many-th by its place on the line is drawn. Default 60. */
  readonly mostRows?: number;
}

/** Lines above the rows of a class, for its name. */
const gap = 5;

const midLine: LineStyle = { color: chartColors.ink, width: 1.4, dashes: "4,3" };

/**
 * Projected rows by class, in the order of their means, each with a bar of one posterior deviation to either side. Lines show the class
 * centers, a dashed one the midpoint. Bars that are short beside the distance of the centers say that the direction is well determined
 * where the row lies. (Peña Centeno & Lawrence, equations 21 and 22.)
 *
 * @example projectionSpreadChart({ classes, values: projected.data, deviations: projected.deviations.data, rowClasses, centers })
 */
export function projectionSpreadChart(rows: SpreadRows, options: ProjectionSpreadOptions = {}): string {
  const { classes, values, deviations, rowClasses, centers } = rows;
  const { label = "projection", mostRows = 60 } = options;
  checkLength("Deviations, one for each row", deviations.length, values.length);
  checkLength("Classes, one for each row", rowClasses.length, values.length);
  if (centers) checkLength("Centers, one for each class", centers.length, classes.length);
  if (values.length === 0) throw new RangeError("There must be rows to draw.");
  if (!(Number.isInteger(mostRows) && mostRows > 0)) {
    throw new RangeError(`mostRows must be a positive whole number; got ${mostRows}.`);
  }
  const bands = bandsOf(rows, mostRows);
  const marks = bands.flatMap(({ rows: drawn }) => drawn);
  const last = marks.length + gap * classes.length;
  const middle = centers?.length === 2 ? (centers[0] + centers[1]) / 2 : undefined;
  const ends = [...marks.flatMap(({ from, to }) => [from, to]), ...(centers ?? [])];
  return chartText(
    {
      description: descriptionOf(rows, label),
      width: 520,
      height: 90 + Math.min(420, Math.max(110, 5 * last)),
      legend: [
        ...classes.map((name, q) => ({ label: name, line: { color: classStyle(q).color, width: 2 } })),
        ...(middle === undefined ? [] : [{ label: "midpoint of the classes", line: midLine }]),
      ],
      plot: {
        x: { domain: extentOf(ends), ...axisLabel("x", label) },
        y: { domain: [0, last], axis: null, reverse: true },
        marginLeft: 12,
      },
      marks: [
        ...(centers ?? []).map((center, q) =>
          ruleX([center], {
            ...strokeOf({ color: classStyle(q).color, width: 1.2 }),
            ...groupLabel(`center of ${classes[q]}`),
          }),
        ),
        ...(middle === undefined ? [] : [ruleX([middle], { ...strokeOf(midLine), ...groupLabel("midpoint") })]),
        ...bands.flatMap(({ name, q, first, rows: drawn }) => [
          ruleY(drawn, {
            x1: "from",
            x2: "to",
            y: "place",
            stroke: classStyle(q).color,
            strokeOpacity: 0.5,
            strokeWidth: 1.2,
            ...groupLabel(`deviations of ${name}`),
          }),
          dot(drawn, { x: "mean", y: "place", r: 1.8, fill: classStyle(q).color, ...groupLabel(`rows of ${name}`) }),
          text([{ first }], {
            y: "first",
            frameAnchor: "left",
            textAnchor: "start",
            lineAnchor: "bottom",
            dy: -4,
            fontWeight: 600,
            text: () => shortText(name, 30),
            ...groupLabel("name of class"),
          }),
        ]),
      ],
    },
    options,
  );
}

interface DrawnRow {
  readonly mean: number;
  readonly from: number;
  readonly to: number;
  /** From the top. */
  readonly place: number;
}

interface Band {
  readonly name: string;
  readonly q: number;
  /** The place of its first row. */
  readonly first: number;
  readonly rows: readonly DrawnRow[];
}

/** The rows of each class below those of the one before, with space for a name above them. */
function bandsOf({ classes, values, deviations, rowClasses }: SpreadRows, mostRows: number): Band[] {
  let place = gap;
  return classes.map((name, q) => {
    const own = Array.from({ length: values.length }, (_, row) => row)
      .filter((row) => rowClasses[row] === q)
      .toSorted((a, b) => values[a] - values[b] || a - b);
    const step = Math.max(1, own.length / mostRows);
    const chosen = Array.from({ length: Math.min(own.length, mostRows) }, (_, at) => own[Math.floor(at * step)]);
    const first = place;
    const rows = chosen.map((row) => {
      const [mean, deviation] = [values[row], deviations[row]];
      if (!Number.isFinite(mean) || !(deviation >= 0 && deviation < Infinity)) {
        throw new RangeError(`Row ${row + 1} is projected to ${mean} ± ${deviation}.`);
      }
      return { mean, from: mean - deviation, to: mean + deviation, place: place++ };
    });
    place += gap;
    return { name, q, first, rows };
  });
}

function extentOf(ends: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const space = high > low ? 0.03 * (high - low) : 0.5;
  return [low - space, high + space];
}

function descriptionOf({ classes, values, deviations, rowClasses }: SpreadRows, label: string): string {
  const each = classes.map((name, q) => {
    const own = Array.from({ length: values.length }, (_, row) => row).filter((row) => rowClasses[row] === q);
    const meanOf = (of: ArrayLike<number>): string =>
      (own.reduce((sum, row) => sum + of[row], 0) / own.length).toPrecision(3);
    return own.length === 0
      ? `${name} (0 rows)`
      : `${name} (${own.length} rows, mean ${meanOf(values)}, mean deviation ${meanOf(deviations)})`;
  });
  return `The ${label} of rows by class, with one deviation to either side: ${each.join(", ")}.`;
}
