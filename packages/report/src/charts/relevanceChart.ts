import { axisX, axisY, barX, gridX, ruleX, text } from "@observablehq/plot";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { groupLabel } from "./groupLabel.ts";
import { textWidth } from "./legend.ts";

/** How much a column matters to a kernel. */
export interface ColumnWeight {
  readonly name: string;
  /** wⱼ = 1/ℓⱼ², at any common scale; 0 for a column that is switched off. */
  readonly weight: number;
}

export interface RelevanceOptions extends ChartOptions {
  /** "weight" puts the most relevant column first. Default "given". */
  readonly order?: "given" | "weight";
}

const barHeight = 20;
const color = chartColors.blue;

/**
 * A bar for each column: the logarithm of its weight, weights being scaled to mean 1. The longest bar is the most
 * relevant column, a short one has ceased to matter, and a column with weight 0 has none and says so. A dotted line marks the
 * mean weight.
 *
 * @example relevanceChart([{ name: "x1", weight: 1e-9 }, { name: "x2", weight: 3 }], { title: "Relevance" })
 */
export function relevanceChart(weights: readonly ColumnWeight[], options: RelevanceOptions = {}): string {
  const wrong = weights.find(({ weight }) => !(weight >= 0 && weight < Infinity));
  if (wrong)
    throw new RangeError(`The weight of ${wrong.name} must be a number that is not negative; got ${wrong.weight}.`);
  const mean = weights.reduce((sum, { weight }) => sum + weight, 0) / weights.length;
  if (!(mean > 0)) throw new RangeError("There must be a column with a weight above 0.");
  const bars = weights.map(({ name, weight }) => ({ name, log: Math.log(weight / mean) }));
  if (options.order === "weight") bars.sort((a, b) => b.log - a.log);
  const shown = bars.filter(({ log }) => log > -Infinity);
  // A logarithm has no natural zero: bars begin a unit below the least weight, so that the longest is the most relevant.
  const low = Math.floor(Math.min(-1, ...shown.map(({ log }) => log))) - 1;
  const high = Math.max(1, ...shown.map(({ log }) => log));
  const marginLeft = Math.min(180, 24 + Math.max(...bars.map(({ name }) => textWidth(name, 11))));
  return chartText(
    {
      description:
        "Logarithm of the weight of each column, weights being scaled to mean 1: " +
        `${bars.map(({ name, log }) => `${name} ${log > -Infinity ? log.toFixed(1) : "switched off"}`).join(", ")}.`,
      width: 520,
      height: 70 + bars.length * barHeight,
      legend: [],
      plot: {
        marginLeft,
        x: { domain: [low, high + 0.02 * (high - low)] },
        y: { domain: bars.map(({ name }) => name), padding: 0.25, type: "band" },
      },
      marks: [
        gridX({ ticks: 6 }),
        axisX({
          ticks: 6,
          label: "log weight",
          labelAnchor: "center",
          labelArrow: "none",
          labelOffset: 38,
        }),
        axisY({ label: null, tickSize: 0 }),
        barX(shown, { x1: low, x2: "log", y: "name", fill: color, ...groupLabel("weights") }),
        text(
          bars.filter(({ log }) => log === -Infinity),
          { x: low, y: "name", text: () => "switched off", textAnchor: "start", dx: 6, ...groupLabel("switched off") },
        ),
        ruleX([low]),
        ruleX([0], { strokeDasharray: "1.5,3", ...groupLabel("mean weight") }),
      ],
    },
    options,
  );
}
