import { contour, dot, type Markish } from "@observablehq/plot";
import { classStyle } from "./classStyle.ts";
import type { PlaneRows } from "./decisionBoundaryChart.ts";
import { groupLabel } from "./groupLabel.ts";
import type { LineStyle } from "./legend.ts";
import type { Plane } from "./plane.ts";

/** Lines where values on a plane are one of the thresholds. */
export function planeLines(
  plane: Plane,
  values: Float64Array,
  thresholds: readonly number[],
  { color, width, dashes, opacity }: LineStyle & { readonly opacity?: number },
  label: string,
): Markish {
  return contour(values, {
    ...gridOf(plane),
    thresholds: [...thresholds],
    stroke: color,
    strokeWidth: width,
    strokeLinecap: "round",
    ...(opacity !== undefined && { strokeOpacity: opacity }),
    ...(dashes !== undefined && { strokeDasharray: dashes }),
    ...groupLabel(label),
  });
}

/** A shade of some color where values on a plane are at least the threshold. */
export function planeShade(
  plane: Plane,
  values: Float64Array,
  threshold: number,
  { color, opacity }: { readonly color: string; readonly opacity: number },
  label: string,
): Markish {
  return contour(values, {
    ...gridOf(plane),
    thresholds: [threshold],
    fill: color,
    fillOpacity: opacity,
    stroke: "none",
    ...groupLabel(label),
  });
}

/** The dense grid as it is: interpolated from points it would come out in steps. */
function gridOf({ x, y, columns, rows }: Plane) {
  return {
    x1: x[0],
    x2: x[1],
    y1: y[0],
    y2: y[1],
    width: columns,
    height: rows,
    interpolate: null,
    clip: true,
  } as const;
}

/** The rows of a class by their two columns, in its color and with its symbol. */
export function classDots({ x, y, classes }: PlaneRows, q: number, label: string, radius = 3.2): Markish {
  const { color, symbol } = classStyle(q);
  const own = Array.from({ length: classes.length }, (_, row) => row).filter((row) => classes[row] === q);
  return dot(own, {
    x: (row: number) => x[row],
    y: (row: number) => y[row],
    symbol,
    stroke: color,
    strokeWidth: radius > 3 ? 1.4 : 1,
    r: radius,
    clip: true,
    ...groupLabel(`rows of ${label}`),
  });
}

/** Refuses rows whose columns and classes differ in number. */
export function checkRows(rows: PlaneRows): void {
  checkLength("Rows by y, as many as by x", rows.y.length, rows.x.length);
  checkLength("Classes of rows, as many as rows by x", rows.classes.length, rows.x.length);
}

export function checkLength(what: string, length: number, expected: number): void {
  if (length !== expected) throw new RangeError(`${what}: expected ${expected}, got ${length}.`);
}
