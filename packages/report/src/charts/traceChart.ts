import { axisX, axisY, frame, line, text } from "@observablehq/plot";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { classStyle } from "./classStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import { panelGrid, type Panel } from "./panelGrid.ts";

/** One number through several Markov chains. */
export interface Trace {
  /** What the number is called. */
  readonly name: string;
  /** Its value in each draw of each chain. */
  readonly chains: readonly ArrayLike<number>[];
  /** R-hat and effective sample sizes, where they are known. */
  readonly rHat?: number;
  readonly bulkSize?: number;
  readonly tailSize?: number;
}

export interface TraceOptions extends ChartOptions {
  /** The draws that a chain is shown by, at most: of more, the least and the greatest of each part. Default 400. */
  readonly points?: number;
}

/** Chains that have a color of their own, and are told in the legend. */
const mostColors = 7;

/**
 * Traces of Markov chains, one panel a number and one color a chain, with R-hat and effective sample sizes above. Chains that
 * have found the same distribution lie over each other like the hair of one brush; one that lies apart has not.
 *
 * @example traceChart([{ name: "ln σ²", chains, rHat: 1.002, bulkSize: 1840, tailSize: 2100 }])
 */
export function traceChart(traces: readonly Trace[], options: TraceOptions = {}): string {
  const { points = 400 } = options;
  if (!(Number.isInteger(points) && points >= 2)) {
    throw new RangeError(`points must be a whole number of at least 2; got ${points}.`);
  }
  if (traces.length === 0) throw new RangeError("There must be a number to trace.");
  for (const { name, chains } of traces) {
    if (chains.length === 0 || chains.some(({ length }) => length === 0)) {
      throw new RangeError(`Every chain of ${name} must have draws.`);
    }
  }
  const most = Math.max(...traces.map(({ chains }) => chains.length));
  return chartText(
    {
      description: `Traces of ${traces.map(titleOf).join("; ")}, in ${most} ${most === 1 ? "chain" : "chains"}.`,
      width: 640,
      height: 44 + 150 * traces.length,
      // Colors repeat, and could not tell more chains apart.
      legend: Array.from({ length: most <= mostColors ? most : 0 }, (_, chain) => ({
        label: `chain ${chain + 1}`,
        line: { color: classStyle(chain).color, width: 1.6 },
      })),
      plot: { marginLeft: 8, marginBottom: 4 },
      marks: [
        panelGrid(
          traces.map((trace, row) => panelOf(trace, row, { isLast: row === traces.length - 1, points })),
          { columns: 1, rows: traces.length },
        ),
      ],
    },
    options,
  );
}

function panelOf(
  trace: Trace,
  row: number,
  { isLast, points }: { readonly isLast: boolean; readonly points: number },
): Panel {
  return {
    label: trace.name,
    column: 0,
    row,
    plot: {
      marginLeft: 46,
      marginRight: 4,
      marginTop: 18,
      marginBottom: isLast ? 38 : 18,
      marks: [
        ...trace.chains.map((values, chain) =>
          line(envelope(values, points), {
            x: "draw",
            y: "value",
            stroke: classStyle(chain).color,
            strokeWidth: 0.7,
            strokeOpacity: 0.8,
            ...groupLabel(`chain ${chain + 1}`),
          }),
        ),
        frame({ stroke: chartColors.ink, strokeOpacity: 0.6 }),
        axisX({ ticks: 6, label: isLast ? "draw" : null, labelAnchor: "center", labelArrow: "none", labelOffset: 34 }),
        axisY({ ticks: 4, label: null }),
        text([titleOf(trace)], {
          frameAnchor: "top-left",
          textAnchor: "start",
          lineAnchor: "bottom",
          dy: -5,
          fontWeight: 600,
          ...groupLabel("name of trace"),
        }),
      ],
    },
  };
}

function titleOf({ name, rHat, bulkSize, tailSize }: Trace): string {
  const figures = [
    ...(rHat === undefined ? [] : [`R-hat ${rHat.toFixed(3)}`]),
    ...(bulkSize === undefined ? [] : [`bulk ESS ${bulkSize.toFixed(0)}`]),
    ...(tailSize === undefined ? [] : [`tail ESS ${tailSize.toFixed(0)}`]),
  ];
  return figures.length > 0 ? `${name}: ${figures.join(", ")}` : name;
}

interface TracePoint {
  readonly draw: number;
  readonly value: number;
}

/** All draws, or the least and the greatest of each of equal parts in the order they came: nothing that stands out is lost. */
function envelope(values: ArrayLike<number>, points: number): TracePoint[] {
  const at = (draw: number): TracePoint => ({ draw: draw + 1, value: values[draw] });
  if (values.length <= points) return Array.from({ length: values.length }, (_, draw) => at(draw));
  const parts = Math.floor(points / 2);
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part, part + 1].map((edge) => Math.floor((edge * values.length) / parts));
    let [least, greatest] = [from, from];
    for (let draw = from + 1; draw < to; draw++) {
      if (values[draw] < values[least]) least = draw;
      if (values[draw] > values[greatest]) greatest = draw;
    }
    return [...new Set([least, greatest])].toSorted((a, b) => a - b).map(at);
  }).flat();
}
