import { areaY, axisX, axisY, frame, line, ruleY, text, type Markish } from "@observablehq/plot";
import { type Matrix } from "kernelbayes";
import { numeric } from "kernelbayes/numeric";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { strokeOf } from "./curveStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import type { LineStyle } from "./legend.ts";
import { panelGrid, type Panel } from "./panelGrid.ts";
import { checkLength } from "./planeMarks.ts";

/** Rows that are curves: spectra, or anything else that was measured at many places one after the other. */
export interface Spectra {
  readonly classes: readonly string[];
  /** The number of each row's class. */
  readonly rowClasses: ArrayLike<number>;
  /** Where each column was measured, such as a wavelength, from left to right. */
  readonly places: ArrayLike<number>;
  /** A row for each spectrum, a column for each place. */
  readonly values: Matrix;
}

export interface SpectraOptions extends ChartOptions {
  /** Names of the axes, across and upwards. Default "place" and "value". */
  readonly axes?: readonly [string, string];
  /** The most places that are drawn, evenly spaced. Default 150. */
  readonly points?: number;
}

/** Panels beside each other, and the share of rows that lie below a band, and above it. */
const [across, tail] = [3, 0.05];
const allLine: LineStyle = { color: chartColors.ink, width: 1, dashes: "4,3" };

/**
 * Spectra by class, a panel each: the mean of its rows over a band that holds nine tenths of them at each place, beside the mean
 * of all rows. Spectra of similar things look alike, so that a last panel has the mean of each class less that of all.
 *
 * @example spectraChart({ classes, rowClasses, places: wavelengths, values }, { axes: ["nm", "absorbance"] })
 */
export function spectraChart(data: Spectra, options: SpectraOptions = {}): string {
  const { axes = ["place", "value"], points = 150 } = options;
  checkSpectra(data, points);
  const { classes, rowClasses, places, values } = data;
  const rows = Array.from({ length: values.rows }, (_, row) => row);
  const shown = evenlySpaced(values.columns, points);
  const all = curveOf(data, shown, rows);
  const curves = classes.map((name, q): ClassCurve => {
    const own = rows.filter((row) => rowClasses[row] === q);
    if (own.length === 0) throw new RangeError(`There is no spectrum of ${name}.`);
    return {
      name,
      rows: own.length,
      style: { color: classStyle(q).color, width: 1.6 },
      curve: curveOf(data, shown, own),
    };
  });
  const count = classes.length + 1;
  const columns = Math.min(across, count);
  const domain = extent(curves.flatMap(({ curve }) => curve.flatMap(({ lower, upper }) => [lower, upper])));
  const panels = [
    ...curves.map((own) => ({ title: `${own.name}, ${own.rows} rows`, domain, marks: marksOf(own, all) })),
    differencePanel(curves, all),
  ];
  return chartText(
    {
      description:
        `${values.rows} spectra at ${values.columns} places from ${places[0]} to ${places[values.columns - 1]}: ` +
        `${curves.map((own) => `${own.name} (${own.rows})`).join(", ")}, each with its mean and the middle nine tenths of its ` +
        "rows, and what the mean of each class differs by from that of all.",
      width: 40 + 240 * columns,
      height: 44 + 190 * Math.ceil(count / columns),
      legend: [
        ...curves.map(({ name, style }) => ({ label: name, line: style })),
        { label: "mean of all", line: allLine },
      ],
      plot: { marginLeft: 4, marginBottom: 4 },
      marks: [
        panelGrid(
          panels.map((panel, at) => placedPanel(panel, at, { axes, columns, count })),
          { columns, rows: Math.ceil(count / columns) },
        ),
      ],
    },
    options,
  );
}

/** Refuses spectra whose numbers of rows and places differ, or that are not finite. */
export function checkSpectra({ rowClasses, places, values }: Spectra, points: number): void {
  checkLength("Classes of rows, as many as spectra", rowClasses.length, values.rows);
  checkLength("Places, as many as columns", places.length, values.columns);
  if (!(Number.isInteger(points) && points >= 2)) {
    throw new RangeError(`points must be a whole number of at least 2; got ${points}.`);
  }
  const wrong = values.data.findIndex((value) => !Number.isFinite(value));
  if (wrong < 0) return;
  throw new RangeError(`Row ${Math.floor(wrong / values.columns) + 1} has the value ${values.data[wrong]}.`);
}

interface ClassCurve {
  readonly name: string;
  readonly rows: number;
  readonly style: LineStyle;
  readonly curve: readonly CurvePlace[];
}

/** Rows at one place. */
interface CurvePlace {
  readonly place: number;
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
}

function curveOf({ places, values }: Spectra, shown: readonly number[], rows: readonly number[]): CurvePlace[] {
  return shown.map((column) => {
    const own = rows.map((row) => values.data[row * values.columns + column]);
    return {
      place: places[column],
      mean: own.reduce((sum, value) => sum + value, 0) / own.length,
      lower: numeric.quantile(own, tail),
      upper: numeric.quantile(own, 1 - tail),
    };
  });
}

function marksOf({ name, style, curve }: ClassCurve, all: readonly CurvePlace[]): Markish[] {
  return [
    areaY(curve, {
      x: "place",
      y1: "lower",
      y2: "upper",
      fill: style.color,
      fillOpacity: 0.25,
      ...groupLabel("band"),
    }),
    line(all, { x: "place", y: "mean", ...strokeOf(allLine), ...groupLabel("mean of all") }),
    line(curve, { x: "place", y: "mean", ...strokeOf(style), ...groupLabel(`mean of ${name}`) }),
  ];
}

interface SpectraPanel {
  readonly title: string;
  readonly domain: readonly [number, number];
  readonly marks: readonly Markish[];
}

function differencePanel(curves: readonly ClassCurve[], all: readonly CurvePlace[]): SpectraPanel {
  const differences = curves.map(({ curve }) =>
    curve.map(({ place, mean }, at) => ({ place, difference: mean - all[at].mean })),
  );
  return {
    title: "means less that of all",
    domain: extent(differences.flat().map(({ difference }) => difference)),
    marks: [
      ruleY([0], { ...strokeOf(allLine), ...groupLabel("mean of all") }),
      ...differences.map((points, q) =>
        line(points, {
          x: "place",
          y: "difference",
          ...strokeOf(curves[q].style),
          ...groupLabel(`difference of ${curves[q].name}`),
        }),
      ),
    ],
  };
}

interface Place {
  readonly axes: readonly [string, string];
  readonly columns: number;
  readonly count: number;
}

function placedPanel({ title, domain, marks }: SpectraPanel, at: number, { axes, columns, count }: Place): Panel {
  const isLowest = at + columns >= count;
  const named = { labelAnchor: "center", labelArrow: "none" } as const;
  return {
    label: title,
    column: at % columns,
    row: Math.floor(at / columns),
    plot: {
      marginLeft: 46,
      marginRight: 6,
      marginTop: 18,
      marginBottom: isLowest ? 38 : 18,
      y: { domain: [...domain] },
      marks: [
        ...marks,
        frame({ stroke: chartColors.ink, strokeOpacity: 0.6 }),
        axisX({ ticks: 4, tickFormat: "d", label: isLowest ? axes[0] : null, labelOffset: 34, ...named }),
        axisY({ ticks: 5, label: at % columns === 0 ? axes[1] : null, labelOffset: 42, ...named }),
        text([title], { frameAnchor: "top", lineAnchor: "bottom", dy: -5, ...groupLabel("name of panel") }),
      ],
    },
  };
}

/** Numbers of columns, the first and the last among them. */
export function evenlySpaced(columns: number, most: number): number[] {
  const count = Math.min(columns, most);
  return Array.from({ length: count }, (_, at) => Math.round((at * (columns - 1)) / Math.max(1, count - 1)));
}

function extent(values: readonly number[]): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const space = high > low ? 0.05 * (high - low) : 0.5;
  return [low - space, high + space];
}
