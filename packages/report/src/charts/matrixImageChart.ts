import { frame, rect, ruleY, text } from "@observablehq/plot";
import type { Matrix } from "kernelbayes";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { groupLabel } from "./groupLabel.ts";
import { textWidth } from "./legend.ts";
import { checkLength } from "./planeMarks.ts";
import { shortText } from "./shortText.ts";

/** A matrix to be looked at as a whole. */
export interface MatrixImage {
  readonly values: Matrix;
  /** Groups of rows from the top, set apart by lines: their names, and how many rows each has. Default: no groups. */
  readonly groups?: readonly RowGroup[];
}

/** Rows of a matrix that belong together. */
export interface RowGroup {
  readonly name: string;
  readonly rows: number;
}

export interface MatrixImageOptions extends ChartOptions {
  /** What the columns are, below the image. Default "column". */
  readonly label?: string;
}

const [positive, negative] = [chartColors.amber, chartColors.purple];
/** Values below this share of the largest are as white as 0, and not drawn. */
const faintest = 0.01;
const longestName = 20;

/**
 * A matrix as an image, a cell for each number: orange above 0, purple below, the darker the further from it. The darkest is the
 * number of largest absolute value.
 *
 * @example matrixImageChart({ values: components.scores, groups: [{ name: "healthy", rows: 20 }, { name: "ill", rows: 12 }] })
 */
export function matrixImageChart({ values, groups }: MatrixImage, options: MatrixImageOptions = {}): string {
  const { data, rows, columns } = values;
  if (rows === 0 || columns === 0) throw new RangeError(`There must be numbers to draw; got ${rows} × ${columns}.`);
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) {
    throw new RangeError(
      `Row ${Math.floor(wrong / columns) + 1} has the value ${data[wrong]} in column ${(wrong % columns) + 1}.`,
    );
  }
  if (groups) {
    const grouped = groups.reduce((sum, group) => sum + group.rows, 0);
    checkLength("Rows of all groups, as many as rows of the matrix", grouped, rows);
  }
  const largest = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const cells = Array.from(data, (value, at) => ({
    column: at % columns,
    row: Math.floor(at / columns),
    isPositive: value > 0,
    share: largest > 0 ? Math.abs(value) / largest : 0,
  })).filter(({ share }) => share >= faintest);
  const placed = placesOf(groups ?? []);
  const longest = Math.max(0, ...placed.map(({ name }) => textWidth(name, 11)));
  const { label = "column" } = options;
  return chartText(
    {
      description:
        `An image of ${rows} rows and ${columns} columns of numbers up to ${Number(largest.toPrecision(3))} from 0` +
        (groups ? `, the rows in groups: ${groups.map((group) => `${group.name} (${group.rows})`).join(", ")}.` : "."),
      width: 40 + Math.ceil(longest) + Math.min(600, Math.max(240, 26 * columns)),
      height: 90 + Math.min(520, Math.max(120, 4 * rows)),
      legend: [
        { label: "below 0", patches: shades(negative) },
        { label: "above 0", patches: shades(positive) },
      ],
      plot: {
        marginLeft: Math.ceil(longest) + 16,
        x: { domain: [0, columns], axis: null },
        y: { domain: [rows, 0], axis: null },
      },
      marks: [
        rect(cells, {
          x1: "column",
          x2: ({ column }: Cell) => column + 1,
          y1: "row",
          y2: ({ row }: Cell) => row + 1,
          fill: ({ isPositive }: Cell) => (isPositive ? positive : negative),
          fillOpacity: "share",
          inset: 0,
          ...groupLabel("cells"),
        }),
        ruleY(
          placed.slice(1).map(({ from }) => from),
          { stroke: chartColors.ink, strokeWidth: 0.8, ...groupLabel("between groups") },
        ),
        frame({ stroke: chartColors.ink, strokeOpacity: 0.6 }),
        text(placed, {
          x: 0,
          y: "middle",
          text: "name",
          textAnchor: "end",
          dx: -8,
          ...groupLabel("names of groups"),
        }),
        text(ticksOf(columns), {
          x: (column: number) => column - 0.5,
          text: String,
          frameAnchor: "bottom",
          lineAnchor: "top",
          dy: 6,
          ...groupLabel("numbers of columns"),
        }),
        text([label], { frameAnchor: "bottom", lineAnchor: "top", dy: 24, ...groupLabel("name of columns") }),
      ],
    },
    options,
  );
}

interface Cell {
  readonly column: number;
  readonly row: number;
  readonly isPositive: boolean;
  /** Of the largest absolute value. */
  readonly share: number;
}

/** Where each group begins, and its middle. */
function placesOf(groups: readonly RowGroup[]): { name: string; from: number; middle: number }[] {
  let from = 0;
  return groups.map(({ name, rows }) => {
    const place = { name: shortText(name, longestName), from, middle: from + rows / 2 };
    from += rows;
    return place;
  });
}

/** Numbers of columns, at most twenty of them. */
function ticksOf(columns: number): number[] {
  const step = Math.ceil(columns / 20);
  return Array.from({ length: Math.ceil(columns / step) }, (_, at) => 1 + at * step);
}

function shades(color: string): { readonly color: string; readonly opacity: number }[] {
  return [0.1, 0.4, 0.7, 1].map((opacity) => ({ color, opacity }));
}
