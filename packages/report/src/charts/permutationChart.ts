import { axisX, axisY, barX, gridX, ruleX, ruleY } from "@observablehq/plot";
import type { PermutedColumn } from "kernelbayes/compare";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { groupLabel } from "./groupLabel.ts";
import { textWidth } from "./legend.ts";
import { shortText } from "./shortText.ts";

/** A column as `permutationRelevance` or `measure` found it to matter; the latter has an interval. */
export interface ShuffledColumn extends PermutedColumn {
  readonly lower?: number;
  readonly upper?: number;
}

export interface PermutationChartOptions extends ChartOptions {
  /** How many columns are drawn, those that matter most. Default 20. */
  readonly most?: number;
}

const barHeight = 20;
const color = chartColors.blue;

/**
 * A bar for each column, those that matter most first: how much worse rows are predicted, in nats per row, when the column is
 * shuffled, with its interval, or else one deviation over the permutations up and down. A column whose bar is about 0 could be left out.
 *
 * @example permutationChart((await permutationRelevance(posterior, heldOut)).columns)
 */
export function permutationChart(columns: readonly ShuffledColumn[], options: PermutationChartOptions = {}): string {
  if (columns.length === 0) throw new RangeError("There must be a column.");
  const wrong = columns.find(({ mean, deviation }) => !(Number.isFinite(mean) && deviation >= 0));
  if (wrong) throw new RangeError(`The loss of ${wrong.column} is ${wrong.mean} ± ${wrong.deviation}.`);
  const drawn = columns.toSorted((a, b) => b.mean - a.mean).slice(0, options.most ?? 20);
  const ends = drawn.flatMap((column) => [lowerEnd(column), upperEnd(column)]);
  const [low, high] = [Math.min(0, ...ends), Math.max(1e-3, ...ends)];
  const names = new Map(drawn.map(({ column }) => [column, shortText(column, 28)]));
  const marginLeft = 20 + Math.max(...Array.from(names.values(), (name) => textWidth(name, 11)));
  return chartText(
    {
      description:
        "Rise of the mean log loss when a column is shuffled: " +
        `${drawn.map(({ column, mean, deviation }) => `${column} ${mean.toFixed(3)} ± ${deviation.toFixed(3)}`).join(", ")}.`,
      width: 520,
      height: 64 + drawn.length * barHeight,
      legend: [],
      plot: {
        marginLeft,
        x: { domain: [low, high + 0.03 * (high - low)] },
        y: { type: "band", domain: drawn.map(({ column }) => column), padding: 0.25 },
      },
      marks: [
        gridX({ ticks: 5 }),
        axisX({
          ticks: 5,
          label: "rise of the log loss when shuffled",
          labelAnchor: "center",
          labelArrow: "none",
          labelOffset: 38,
        }),
        axisY({ label: null, tickSize: 0, tickFormat: (column: string) => names.get(column) ?? column }),
        barX(drawn, { x1: 0, x2: "mean", y: "column", fill: color, fillOpacity: 0.75, ...groupLabel("losses") }),
        ruleY(drawn, {
          x1: lowerEnd,
          x2: upperEnd,
          y: "column",
          strokeWidth: 1.4,
          ...groupLabel("deviations"),
        }),
        ruleX([0]),
      ],
    },
    options,
  );
}

function lowerEnd({ mean, deviation, lower = mean - deviation }: ShuffledColumn): number {
  return lower;
}

function upperEnd({ mean, deviation, upper = mean + deviation }: ShuffledColumn): number {
  return upper;
}
