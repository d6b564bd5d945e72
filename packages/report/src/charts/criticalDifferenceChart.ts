import { axisX, dot, link, text } from "@observablehq/plot";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { chartText } from "./chartText.ts";
import { groupLabel } from "./groupLabel.ts";
import { textWidth } from "./legend.ts";
import { shortText } from "./shortText.ts";

/** A method with its mean rank, 1 for one that is always the best. */
export interface RankedMethod {
  readonly name: string;
  readonly meanRank: number;
}

export interface CriticalDifferenceOptions extends ChartOptions {
  /**
   * Methods that cannot be told apart, by their places in the list: one bar for each set of two or more. The groups of `nemenyi` are such
   * sets. A set may leave out a method whose rank lies within; its bar is thin then, and its members are dots on it.
   */
  readonly groups?: readonly (readonly number[])[];
  /** Ranks that lie this far apart differ; shown above the axis. Default: not shown, as there is none for tests other than Nemenyi's. */
  readonly criticalDifference?: number;
}

const fontSize = 11;
const longest = 26;
const lineHeight = 20;
const barHeight = 9;
const sideMargin = 16;

/** A line between two places of the chart. */
interface Link {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/**
 * A critical-difference diagram: mean ranks on an axis, the best to the left, with the names of the methods beside and below it, and
 * thick bars that join methods which a test cannot tell apart. (J. Demšar, *JMLR* 7, 2006.)
 *
 * @example criticalDifferenceChart([{ name: "lda", meanRank: 2.7 }, { name: "lssvm", meanRank: 1.3 }, { name: "rda", meanRank: 2 }], { groups: [[1, 2], [2, 0]] })
 */
export function criticalDifferenceChart(
  methods: readonly RankedMethod[],
  options: CriticalDifferenceOptions = {},
): string {
  const { groups = [], criticalDifference } = options;
  checkMethods(methods, groups);
  const k = methods.length;
  const order = Array.from(methods.keys()).toSorted((a, b) => methods[a].meanRank - methods[b].meanRank || a - b);
  const bars = groups.filter(({ length }) => length > 1);
  const half = Math.ceil(k / 2);

  // Pixels below the axis: first the bars, then a line for each name, the outermost ranks uppermost.
  const underBars = 10 + bars.length * barHeight;
  const placed = order.map((method, place) => {
    const isLeft = place < half;
    const line = isLeft ? place : k - 1 - place;
    return { ...methods[method], isLeft, y: underBars + 10 + line * lineHeight, label: labelOf(methods[method]) };
  });
  const above = criticalDifference === undefined ? 0 : 26;
  const depth = underBars + 10 + half * lineHeight;

  // Room for the names inside of the frame, in units of rank.
  const { width = 620 } = options;
  const room = (isLeft: boolean): number =>
    14 + Math.max(0, ...placed.filter((one) => one.isLeft === isLeft).map(({ label }) => textWidth(label, fontSize)));
  const [left, right] = [room(true), room(false)];
  const frame = width - 2 * sideMargin;
  const unit = (k - 1 + 0.3) / Math.max(60, frame - left - right);
  const [low, high] = [1 - 0.15 - left * unit, k + 0.15 + right * unit];

  const leaders = placed.flatMap(({ meanRank, isLeft, y }): Link[] => [
    { x1: meanRank, y1: 0, x2: meanRank, y2: y },
    { x1: meanRank, y1: y, x2: isLeft ? 1 - 0.15 : k + 0.15, y2: y },
  ]);
  const joined = bars.map((group, at) => {
    const ranks = group.map((method) => methods[method].meanRank);
    const y = 10 + at * barHeight;
    const places = group.map((method) => order.indexOf(method));
    const isWhole = Math.max(...places) - Math.min(...places) === group.length - 1;
    const overhang = isWhole ? 4 * unit : 0;
    const link: Link = { x1: Math.min(...ranks) - overhang, y1: y, x2: Math.max(...ranks) + overhang, y2: y };
    return { link, isWhole, members: ranks.map((x) => ({ x, y })) };
  });
  const barsOf = (isWhole: boolean): Link[] => joined.filter((bar) => bar.isWhole === isWhole).map(({ link }) => link);
  const bar = { stroke: chartColors.vermilion, strokeLinecap: "round" } as const;
  return chartText(
    {
      description: describe(
        order.map((method) => methods[method]),
        bars,
        methods,
        criticalDifference,
      ),
      width,
      height: 50 + above + depth,
      legend: [],
      plot: {
        marginLeft: sideMargin,
        marginBottom: 8,
        x: { domain: [low, high] },
        y: { domain: [depth, -above - 26], axis: null },
      },
      marks: [
        axisX({
          y: 0,
          anchor: "top",
          ticks: Array.from({ length: k }, (_, at) => at + 1),
          tickFormat: "d",
          label: null,
        }),
        link([{ x1: 1, y1: 0, x2: k, y2: 0 }], ends("ranks", 1)),
        link(leaders, ends("leaders", 1)),
        link(barsOf(true), { ...ends("indistinguishable", 4), ...bar }),
        link(barsOf(false), { ...ends("indistinguishable in part", 1.5), ...bar }),
        dot(
          joined.flatMap(({ isWhole, members }) => (isWhole ? [] : members)),
          { x: "x", y: "y", r: 3.5, fill: chartColors.vermilion, ...groupLabel("members") },
        ),
        dot(placed, { x: "meanRank", y: 0, r: 3, fill: chartColors.blue, ...groupLabel("mean ranks") }),
        ...[true, false].map((isLeft) =>
          text(
            placed.filter((one) => one.isLeft === isLeft),
            {
              x: isLeft ? 1 - 0.15 : k + 0.15,
              y: "y",
              text: "label",
              textAnchor: isLeft ? "end" : "start",
              dx: isLeft ? -4 : 4,
              fontSize,
              ...groupLabel("methods"),
            },
          ),
        ),
        ...(criticalDifference === undefined ? [] : criticalMarks(criticalDifference, unit)),
      ],
    },
    { ...options, width },
  );
}

function criticalMarks(difference: number, unit: number): ReturnType<typeof link | typeof text>[] {
  const y = -34;
  const line: Link[] = [
    { x1: 1, y1: y, x2: 1 + difference, y2: y },
    ...[1, 1 + difference].map((x) => ({ x1: x, y1: y - 4, x2: x, y2: y + 4 })),
  ];
  return [
    link(line, ends("critical difference", 1.5)),
    text([`critical difference ${difference.toFixed(2)}`], {
      x: 1 + difference + 8 * unit,
      y,
      textAnchor: "start",
      fontSize,
      ...groupLabel("critical difference"),
    }),
  ];
}

function ends(label: string, strokeWidth: number): Record<string, unknown> {
  return { x1: "x1", y1: "y1", x2: "x2", y2: "y2", strokeWidth, ...groupLabel(label) };
}

function labelOf({ name, meanRank }: RankedMethod): string {
  return `${shortText(name, longest)}  ${meanRank.toFixed(2)}`;
}

function describe(
  ordered: readonly RankedMethod[],
  bars: readonly (readonly number[])[],
  methods: readonly RankedMethod[],
  criticalDifference: number | undefined,
): string {
  const ranks = ordered.map(({ name, meanRank }) => `${name} ${meanRank.toFixed(2)}`).join(", ");
  const sets = bars.map((group) => group.map((method) => methods[method].name).join(", "));
  return [
    `Mean ranks, 1 is the best: ${ranks}.`,
    sets.length === 0 ? "All methods differ." : `Not significantly different: ${sets.join("; ")}.`,
    ...(criticalDifference === undefined ? [] : [`The critical difference is ${criticalDifference.toFixed(2)}.`]),
  ].join(" ");
}

function checkMethods(methods: readonly RankedMethod[], groups: readonly (readonly number[])[]): void {
  const k = methods.length;
  if (k < 2) throw new RangeError(`At least two methods are ranked; got ${k}.`);
  const wrong = methods.find(({ meanRank }) => !(meanRank >= 1 && meanRank <= k));
  if (wrong) throw new RangeError(`The mean rank of ${wrong.name} must lie between 1 and ${k}; got ${wrong.meanRank}.`);
  const stranger = groups.flat().find((method) => !(Number.isInteger(method) && method >= 0 && method < k));
  if (stranger !== undefined) throw new RangeError(`There is no method number ${stranger} among ${k}.`);
}
