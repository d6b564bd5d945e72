import { axisX, axisY, frame, text, type Markish } from "@observablehq/plot";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import type { PlaneRows } from "./decisionBoundaryChart.ts";
import { groupLabel } from "./groupLabel.ts";
import type { LineStyle } from "./legend.ts";
import { panelGrid, type Panel } from "./panelGrid.ts";
import { innerRectangle, type Plane } from "./plane.ts";
import { checkLength, checkRows, classDots, planeLines, planeShade } from "./planeMarks.ts";

/** Kernel components of two columns, all over a plane, with the rows they were found from. */
export interface ComponentPlane {
  /** Names of the columns, x first. */
  readonly axes: readonly [string, string];
  readonly classes: readonly string[];
  readonly plane: Plane;
  readonly rows: PlaneRows;
  /** The score at each of `planePoints(plane)`, for each component. */
  readonly components: readonly { readonly name: string; readonly values: ArrayLike<number> }[];
}

export interface ComponentContourOptions extends ChartOptions {
  /** Panels beside each other. Default 3. */
  readonly columns?: number;
}

const [positive, negative] = [chartColors.amber, chartColors.purple];
const layers = [0.2, 0.4, 0.6, 0.8];
const opacity = 0.16;
const zeroLine: LineStyle = { color: chartColors.ink, width: 1.3 };
const contourLine: LineStyle = { color: chartColors.ink, width: 0.4 };

/**
 * Contours of kernel components over two columns, one panel a component, with the rows: how each bends the plane, and which
 * classes it sets apart. Shades are a fifth of the largest score each; the heavy line is where the score is 0, the mean of
 * the rows. (Domijan & Wilson, Figure 3.)
 *
 * @example componentContourChart({ axes: ["x", "y"], classes, plane, rows, components: [{ name: "component 1", values }] })
 */
export function componentContourChart(data: ComponentPlane, options: ComponentContourOptions = {}): string {
  const { axes, classes, plane, rows, components } = data;
  checkRows(rows);
  if (components.length === 0) throw new RangeError("There must be a component to draw.");
  for (const { values } of components) {
    checkLength("Scores of a component, one for each point of the plane", values.length, plane.columns * plane.rows);
  }
  const columns = Math.min(components.length, options.columns ?? 3);
  const lines = Math.ceil(components.length / columns);
  const { x, y } = innerRectangle(plane);
  const panels = components.map(({ name, values }, at): Panel => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const isLowest = at + columns >= components.length;
    return {
      label: name,
      column,
      row,
      plot: {
        marginLeft: 38,
        marginRight: 4,
        marginTop: 18,
        marginBottom: 38,
        x: { domain: [...x] },
        y: { domain: [...y] },
        marks: [
          ...contours(plane, Float64Array.from(values)),
          ...classes.map((label, q) => classDots(rows, q, label, 1.8)),
          frame({ stroke: chartColors.ink }),
          axisX({
            ticks: 4,
            label: isLowest ? axes[0] : null,
            labelAnchor: "center",
            labelArrow: "none",
            labelOffset: 34,
          }),
          axisY({
            ticks: 4,
            label: column === 0 ? axes[1] : null,
            labelAnchor: "center",
            labelArrow: "none",
            labelOffset: 36,
          }),
          text([name], { frameAnchor: "top", lineAnchor: "bottom", dy: -5, ...groupLabel("name of component") }),
        ],
      },
    };
  });
  return chartText(
    {
      description:
        `Contours of ${components.map(({ name }) => name).join(", ")} by ${axes[0]} across and ${axes[1]} upwards, ` +
        `with ${rows.classes.length} rows.`,
      width: 60 + 230 * columns,
      height: 40 + 230 * lines,
      legend: [
        ...classes.map((label, q) => ({ label, symbol: classStyle(q) })),
        { label: "mean of the rows", line: zeroLine },
        { label: "below", patches: patches(negative) },
        { label: "above", patches: patches(positive) },
      ],
      plot: { marginLeft: 8, marginBottom: 4 },
      marks: [panelGrid(panels, { columns, rows: lines })],
    },
    options,
  );
}

function contours(plane: Plane, values: Float64Array): Markish[] {
  const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const below = values.map((value) => -value);
  const levels = layers.map((share) => share * most);
  return [
    ...levels.map((level) => planeShade(plane, values, level, { color: positive, opacity }, "above the mean")),
    ...levels.map((level) => planeShade(plane, below, level, { color: negative, opacity }, "below the mean")),
    planeLines(plane, values, [...levels.map((level) => -level), ...levels], contourLine, "contour"),
    planeLines(plane, values, [0], zeroLine, "mean of the rows"),
  ];
}

function patches(color: string): { readonly color: string; readonly opacity: number }[] {
  return layers.map((_, at) => ({ color, opacity: 1 - (1 - opacity) ** (at + 1) }));
}
