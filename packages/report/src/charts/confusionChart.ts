import { axisX, axisY, cell, text } from "@observablehq/plot";
import type { Matrix } from "kernelbayes";
import { axisMargins } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { groupLabel } from "./groupLabel.ts";
import { textWidth } from "./legend.ts";
import { checkLength } from "./planeMarks.ts";
import { shortText } from "./shortText.ts";

/** How often rows of each class were decided to be of each class. */
export interface Confusion {
  readonly classes: readonly string[];
  /** True classes in rows, decided ones in columns: `scores.confusion`. */
  readonly counts: Matrix;
}

const [rightColor, wrongColor] = [chartColors.blue, chartColors.vermilion];
/** Letters of a name, of few classes and of many. */
const [longestName, shortestName] = [24, 14];
/** Width of a cell, at least, of some classes and of more of them. */
const [leastSize, leastOfMany, many] = [34, 24, 12];

/**
 * The confusion matrix: a row for each true class, a column for each decision, the number of rows in each cell. A cell is the
 * darker the larger its share of its row; decisions that are right, on the diagonal, are blue, mistakes are orange.
 *
 * @example confusionChart({ classes: posterior.classes, counts: scores.confusion })
 */
export function confusionChart({ classes, counts }: Confusion, options: ChartOptions = {}): string {
  checkLength("Rows of counts, one for each class", counts.rows, classes.length);
  checkLength("Columns of counts, one for each class", counts.columns, classes.length);
  const C = classes.length;
  const cells = Array.from(counts.data, (count, at) => {
    const actual = Math.floor(at / C);
    const line = counts.data.subarray(actual * C, (actual + 1) * C);
    const total = line.reduce((sum, each) => sum + each, 0);
    return { actual, decided: at % C, count, share: total > 0 ? count / total : 0 };
  });
  const names = classes.map((label) => shortText(label, C <= 3 ? longestName : shortestName));
  const longest = Math.max(...names.map((name) => textWidth(name, 11)));
  // Names that would not fit beside each other are turned.
  const size = Math.max(C > many ? leastOfMany : leastSize, Math.min(440 / C, Math.max(84, longest + 12)));
  const height = Math.min(60, 0.8 * size);
  const isTurned = longest > size - 6;
  const marginLeft = Math.ceil(longest) + 40;
  const marginBottom = isTurned ? Math.ceil(longest * 0.75) + 44 : axisMargins.marginBottom;
  const labels = {
    tickFormat: (q: number) => names[q],
    tickSize: 0,
    labelAnchor: "center",
    labelArrow: "none",
  } as const;
  return chartText(
    {
      description: descriptionOf(classes, cells),
      width: marginLeft + 16 + size * C,
      height: marginBottom + 14 + height * C,
      legend: [],
      plot: {
        marginLeft,
        marginBottom,
        x: { type: "band", domain: Array.from(classes.keys()), padding: 0.04 },
        y: { type: "band", domain: Array.from(classes.keys()), padding: 0.04 },
      },
      marks: [
        axisX({
          ...labels,
          label: "predicted class",
          labelOffset: marginBottom - 6,
          ...(isTurned && { tickRotate: -40 }),
        }),
        axisY({ ...labels, label: "true class", labelOffset: marginLeft - 6 }),
        cell(cells, {
          x: "decided",
          y: "actual",
          fill: ({ actual, decided }: Cell) => (actual === decided ? rightColor : wrongColor),
          fillOpacity: ({ share }: Cell) => (share > 0 ? 0.1 + 0.45 * share : 0.03),
          ...groupLabel("cells"),
        }),
        text(cells, {
          x: "decided",
          y: "actual",
          text: ({ count }: Cell) => countText(count),
          fontSize: C > 8 ? 10 : 13,
          ...groupLabel("counts"),
        }),
      ],
    },
    options,
  );
}

interface Cell {
  readonly actual: number;
  readonly decided: number;
  readonly count: number;
  readonly share: number;
}

/** Weighted counts need not be whole. */
function countText(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}

function descriptionOf(classes: readonly string[], cells: readonly Cell[]): string {
  const right = cells.filter(({ actual, decided }) => actual === decided);
  const mistakes = cells
    .filter(({ actual, decided, count }) => actual !== decided && count > 0)
    .toSorted((a, b) => b.count - a.count);
  const sum = (some: readonly Cell[]): number => some.reduce((total, { count }) => total + count, 0);
  const worst = mistakes
    .slice(0, 3)
    .map(({ actual, decided, count }) => `${classes[actual]} as ${classes[decided]} (${countText(count)})`);
  return (
    `${countText(sum(right))} of ${countText(sum(cells))} rows are predicted correctly` +
    (worst.length > 0 ? `; the most frequent mistakes are ${worst.join(", ")}.` : ".")
  );
}
