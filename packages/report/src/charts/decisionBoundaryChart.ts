import { frame, type Markish } from "@observablehq/plot";
import type { Matrix } from "kernelbayes";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { axisLabel } from "./axisLabel.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import type { LegendItem, LineStyle } from "./legend.ts";
import { logOddsOf, marginOf } from "./planeFields.ts";
import { innerRectangle, type Plane } from "./plane.ts";
import { checkLength, checkRows, classDots, planeLines, planeShade } from "./planeMarks.ts";

/** Rows by the two columns of a plane. */
export interface PlaneRows {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** The number of each row's class. */
  readonly classes: ArrayLike<number>;
}

/** A number behind the decision between two classes, everywhere on a plane. */
export interface Projection {
  /** Its value at each point of the plane. */
  readonly values: ArrayLike<number>;
  /** Its value where one class gives way to the other. */
  readonly boundary: number;
  /** Its mean over the rows of each class. */
  readonly means: readonly number[];
}

/** What a classifier of two columns says all over a plane, with the rows it is shown beside. */
export interface DecisionPlane {
  /** Names of the columns, x first. */
  readonly axes: readonly [string, string];
  readonly classes: readonly string[];
  readonly plane: Plane;
  /** One row for each of `planePoints(plane)`, one column for each class. */
  readonly logProbabilities: Matrix;
  readonly rows: PlaneRows;
  /** The width of the interval of the most probable class's probability, at each point of the plane. */
  readonly widths?: ArrayLike<number> | undefined;
  /** For two classes. */
  readonly projection?: Projection | undefined;
}

export interface DecisionBoundaryOptions extends ChartOptions {
  /**
   * Shade each class's region, more strongly where its probability is at least each of these. Default [0.75, 0.95]; [] shades
   * regions evenly, false not at all.
   */
  readonly shading?: readonly number[] | false;
  /** Thin lines where the probability of a class is one of these. Default none. */
  readonly contours?: readonly number[];
  /**
   * Dotted lines at a quarter of the distance from the boundary to the projected mean of each class, for two classes (Peña
   * Centeno & Lawrence, Figure 7): close together where the classes lie far apart for their spread. Default false.
   */
  readonly quarterLines?: boolean;
  /** Whether the legend is drawn. Default true. */
  readonly legend?: boolean;
}

const boundaryLine: LineStyle = { color: chartColors.ink, width: 1.8 };
const quarterLine: LineStyle = { color: chartColors.ink, width: 1.3, dashes: "1.5,3" };
const contourLine: LineStyle = { color: chartColors.ink, width: 0.6 };
const regionOpacity = 0.1;

/**
 * Rows of two columns by class, and the boundary on whose sides different classes are the most probable: for two classes
 * P = ½. Contours are drawn of log odds rather than of probabilities, which are nearly 0 or 1 almost everywhere and would make
 * steps of the lines between grid points. `decisionPlane` makes the data from a posterior.
 *
 * @example decisionBoundaryChart(decisionPlane(posterior, table), { title: "Two spirals", quarterLines: true })
 */
export function decisionBoundaryChart(data: DecisionPlane, options: DecisionBoundaryOptions = {}): string {
  checkPlane(data);
  const { classes, axes, plane, rows } = data;
  const { shading = [0.75, 0.95], contours = [], quarterLines = false, legend = true } = options;
  const levels = shading === false ? [] : [...shading].toSorted((a, b) => a - b);
  checkLevels("shading", levels, 1 / 2);
  checkLevels("contours", contours, 0);
  const numbers = Array.from(classes.keys());
  const { x, y } = innerRectangle(plane);
  return chartText(
    {
      description: descriptionOf(data),
      width: 520,
      height: 460,
      legend: legend ? legendOf(data, { shading: shading !== false, levels, contours, quarterLines }) : [],
      plot: {
        x: { domain: [...x], ...axisLabel("x", axes[0]) },
        y: { domain: [...y], ...axisLabel("y", axes[1]) },
      },
      marks: [
        ...(shading === false ? [] : numbers.flatMap((q) => shades(data, q, levels))),
        ...contourLines(data, contours),
        ...(quarterLines ? [quarters(data)] : []),
        // The boundary of two classes is one line, which would be drawn twice.
        ...(classes.length === 2 ? [1] : numbers).map((q) =>
          planeLines(plane, marginOf(data.logProbabilities, q), [0], boundaryLine, "boundary"),
        ),
        ...numbers.map((q) => classDots(rows, q, classes[q])),
        frame({ stroke: chartColors.ink }),
      ],
    },
    options,
  );
}

function shades({ plane, logProbabilities, classes }: DecisionPlane, q: number, levels: readonly number[]): Markish[] {
  const style = { color: classStyle(q).color, opacity: regionOpacity };
  const shade = (values: Float64Array, at: number): Markish =>
    planeShade(plane, values, at, style, `region of ${classes[q]}`);
  const odds = levels.length > 0 ? logOddsOf(logProbabilities, q) : undefined;
  return [shade(marginOf(logProbabilities, q), 0), ...(odds ? levels.map((level) => shade(odds, logit(level))) : [])];
}

function contourLines({ plane, logProbabilities, classes }: DecisionPlane, contours: readonly number[]): Markish[] {
  if (contours.length === 0) return [];
  const upper = classes.length === 2 ? [1] : Array.from(classes.keys());
  return upper.map((q) =>
    planeLines(plane, logOddsOf(logProbabilities, q), contours.map(logit), contourLine, "contour"),
  );
}

function quarters({ plane, projection }: DecisionPlane): Markish {
  if (!projection) {
    throw new RangeError(
      "quarterLines needs the projection of the plane, which there is for two classes with rows of both.",
    );
  }
  const { values, boundary, means } = projection;
  const at = means.map((mean) => boundary + (mean - boundary) / 4);
  return planeLines(plane, Float64Array.from(values), at, quarterLine, "quarter of the distance to a class mean");
}

interface Drawn {
  readonly shading: boolean;
  readonly levels: readonly number[];
  readonly contours: readonly number[];
  readonly quarterLines: boolean;
}

function legendOf({ classes }: DecisionPlane, { shading, levels, contours, quarterLines }: Drawn): LegendItem[] {
  const isPair = classes.length === 2;
  return [
    ...classes.map((label, q) => ({ label, symbol: classStyle(q) })),
    { label: isPair ? "P = ½" : "boundary", line: boundaryLine },
    ...(contours.length > 0
      ? [{ label: `P${isPair ? `(${classes[1]})` : ""} = ${contours.join(", ")}`, line: contourLine }]
      : []),
    ...(quarterLines ? [{ label: "¼ of the way to the class means", line: quarterLine }] : []),
    ...(shading && levels.length > 0
      ? [
          {
            label: `P ≥ ${[...(isPair ? ["½"] : []), ...levels].join(", ")}`,
            patches: levelsOfShade(levels, isPair).map((opacity) => ({ color: chartColors.ink, opacity })),
          },
        ]
      : []),
  ];
}

/** The opacity of so many shades over each other. */
function levelsOfShade(levels: readonly number[], isPair: boolean): number[] {
  const opacities = [0, ...levels].map((_, count) => 1 - (1 - regionOpacity) ** (count + 1));
  return isPair ? opacities : opacities.slice(1);
}

function logit(probability: number): number {
  return Math.log(probability) - Math.log1p(-probability);
}

function descriptionOf({ axes, classes, rows }: DecisionPlane): string {
  const counts = classes.map(
    (label, q) => `${Array.from(rows.classes).filter((each) => each === q).length} of ${label}`,
  );
  return (
    `${rows.classes.length} rows (${counts.join(", ")}) by ${axes[0]} across and ${axes[1]} upwards, ` +
    `with the boundary between the regions where each class is the most probable.`
  );
}

function checkLevels(option: string, levels: readonly number[], least: number): void {
  const wrong = levels.find((level) => !(level > least && level < 1));
  if (wrong !== undefined) throw new RangeError(`${option} must lie between ${least} and 1; got ${wrong}.`);
}

/** Refuses what does not belong together. */
export function checkPlane({ plane, logProbabilities, classes, rows, projection }: DecisionPlane): void {
  const points = plane.columns * plane.rows;
  checkLength("Rows of logProbabilities, one for each point of the plane", logProbabilities.rows, points);
  checkLength("Columns of logProbabilities, one for each class", logProbabilities.columns, classes.length);
  checkRows(rows);
  if (projection) {
    checkLength("Values of the projection, one for each point of the plane", projection.values.length, points);
    checkLength("Means of the projection, one for each class", projection.means.length, classes.length);
  }
}
