import { axisX, axisY, dot, frame, line, rectY, ruleX, ruleY, text } from "@observablehq/plot";
import { mostProbable, reliabilityBins, type ReliabilityBin } from "kernelbayes/evaluate";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { chanceLine, curveStyle, strokeOf } from "./curveStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import { histogram } from "./histogram.ts";
import { checkJudged, classEvents, type ClassEvent, type JudgedRows } from "./judgedRows.ts";
import { panelGrid, type Panel } from "./panelGrid.ts";
import { shortText } from "./shortText.ts";

export interface ReliabilityOptions extends ChartOptions {
  /** Groups of rows of similar probability, of as many rows each. Default 10. */
  readonly bins?: number;
  /** Level of the intervals. Default 0.95. */
  readonly level?: number;
}

/** Something that was given a probability in each row, with what came of it by groups of rows. */
export interface ReliabilityCurve {
  readonly name: string;
  /** The class it is about; none for the most probable class of each row. */
  readonly number: number | undefined;
  readonly probability: Float64Array;
  readonly bins: readonly ReliabilityBin[];
}

/**
 * The curves of a reliability diagram: of two classes that of the second; of more that of the most probable class of each row,
 * and those of the classes, each against the rest.
 */
export function reliabilityCurves(
  rows: JudgedRows,
  { bins = 10, level = 0.95 }: Pick<ReliabilityOptions, "bins" | "level"> = {},
): ReliabilityCurve[] {
  checkJudged(rows);
  const curveOf = ({ label, number, probability, happened, weights }: Event): ReliabilityCurve => ({
    name: label,
    number,
    probability,
    bins: reliabilityBins(probability, happened, { bins, level, ...(weights && { weights }) }),
  });
  const events = classEvents(rows);
  return (rows.classes.length === 2 ? events : [topEvent(rows), ...events]).map(curveOf);
}

type Event = Omit<ClassEvent, "number"> & { readonly number: number | undefined };

function topEvent({ probabilities, truth, weights }: JudgedRows): Event {
  const top = mostProbable(probabilities);
  return {
    label: "most probable class",
    number: undefined,
    probability: Float64Array.from(top, (q, row) => probabilities.data[row * probabilities.columns + q]),
    happened: Int32Array.from(top, (q, row) => (q === truth[row] ? 1 : 0)),
    weights,
  };
}

/** Bars of the distribution hang below the axis of probabilities, down to this. */
const depth = 0.24;
const topStyle = { color: chartColors.ink, width: 1.8 };

/**
 * The reliability diagram: of rows that were given a probability (across), which share was of the class (upwards), with Wilson's
 * interval for that share. Points on the diagonal are calibrated; below it probabilities are too high. Groups have as
 * many rows each; the bars below show how the probabilities are distributed, the tallest with its number of rows. Many classes have a panel each, after that of the
 * most probable class.
 *
 * @example reliabilityChart({ classes, probabilities: prediction.probabilities, truth })
 */
export function reliabilityChart(rows: JudgedRows, options: ReliabilityOptions = {}): string {
  const curves = reliabilityCurves(rows, options);
  const [columns, size] = curves.length === 1 ? [1, 420] : [curves.length % 3 === 1 && curves.length < 7 ? 2 : 3, 230];
  const lines = Math.ceil(curves.length / columns);
  const panels = curves.map((curve, at) =>
    panelOf(curve, { column: at % columns, row: Math.floor(at / columns), isAlone: curves.length === 1 }),
  );
  return chartText(
    {
      description: descriptionOf(curves),
      width: 20 + columns * size,
      height: 44 + lines * (size + 6),
      legend: [
        {
          label: `observed, with ${Math.round(100 * (options.level ?? 0.95))} % interval`,
          line: { color: chartColors.ink, width: 1.8 },
        },
        { label: "perfect calibration", line: chanceLine },
        { label: "rows by probability", patches: [{ color: chartColors.gray, opacity: 0.5 }] },
      ],
      plot: { marginLeft: 4, marginBottom: 4 },
      marks: [panelGrid(panels, { columns, rows: lines, gap: 6 })],
    },
    options,
  );
}

interface Place {
  readonly column: number;
  readonly row: number;
  readonly isAlone: boolean;
}

function panelOf({ name, number, probability, bins }: ReliabilityCurve, { column, row, isAlone }: Place): Panel {
  const style = number === undefined ? topStyle : curveStyle(number);
  const bars = histogram(probability, { domain: [0, 1], bins: 20 });
  const tallest = bars.reduce((most, bar) => (bar.share > most.share ? bar : most));
  const axis = {
    ticks: isAlone ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [0, 0.5, 1],
    labelAnchor: "center",
    labelArrow: "none",
  } as const;
  return {
    label: name,
    column,
    row,
    plot: {
      marginLeft: isAlone ? 52 : 32,
      marginRight: 12,
      marginTop: isAlone ? 8 : 20,
      marginBottom: isAlone ? 42 : 38,
      x: { domain: [0, 1], axis: null },
      y: { domain: [-depth, 1], axis: null },
      marks: [
        frame({ stroke: chartColors.ink, strokeOpacity: 0.5 }),
        axisX({ ...axis, label: isAlone ? `probability of ${shortText(name, 30)}` : "probability", labelOffset: 34 }),
        axisY({ ...axis, label: isAlone ? "observed frequency" : null, labelOffset: 46 }),
        rectY(bars, {
          x1: "from",
          x2: "to",
          y1: -depth,
          y2: ({ share }: { readonly share: number }) => -depth + (0.7 * depth * share) / tallest.share,
          fill: chartColors.gray,
          fillOpacity: 0.5,
          inset: 0.5,
          ...groupLabel("rows by probability"),
        }),
        text([tallest], {
          x: ({ from, to }: { readonly from: number; readonly to: number }) => (from + to) / 2,
          y: -depth + 0.72 * depth,
          text: () => String(Math.round(tallest.share * probability.length)),
          lineAnchor: "bottom",
          fontSize: 9,
          ...groupLabel("rows of the tallest bar"),
        }),
        ruleY([0], { strokeOpacity: 0.35 }),
        line([0, 1], {
          x: (end: number) => end,
          y: (end: number) => end,
          ...strokeOf(chanceLine),
          ...groupLabel("perfect calibration"),
        }),
        ruleX(bins, {
          x: "meanProbability",
          y1: ({ interval }: ReliabilityBin) => interval[0],
          y2: ({ interval }: ReliabilityBin) => interval[1],
          stroke: style.color,
          strokeWidth: 1.2,
          ...groupLabel("intervals"),
        }),
        line(bins, { x: "meanProbability", y: "frequency", stroke: style.color, strokeWidth: 1, strokeOpacity: 0.6 }),
        dot(bins, {
          x: "meanProbability",
          y: "frequency",
          r: isAlone ? 4 : 3,
          fill: style.color,
          ...groupLabel("observed"),
        }),
        ...(isAlone
          ? []
          : [
              text([shortText(name, 30)], {
                frameAnchor: "top-left",
                lineAnchor: "bottom",
                textAnchor: "start",
                dy: -5,
                fontWeight: 600,
                ...groupLabel("name of panel"),
              }),
            ]),
      ],
    },
  };
}

function descriptionOf(curves: readonly ReliabilityCurve[]): string {
  const [{ name, bins }] = curves;
  const pairs = bins.map(
    ({ meanProbability, frequency, rows }) =>
      `${percent(meanProbability)} predicted and ${percent(frequency)} observed in ${rows} rows`,
  );
  return `How often classes occur that have a predicted probability. ${name}: ${pairs.join("; ")}.`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
