import { rateText, scoreText, textTable } from "@kernelbayes/report";
import type {
  ColumnPoint,
  ColumnRelevance,
  Effect,
  Fairness,
  Interactions,
  LearningCurve,
  Slices,
} from "kernelbayes/explain";
import { bar, sparkline } from "./bars.ts";
import { clipped } from "./contributionLines.ts";
import { plain, pText, rangeText, signed } from "./numberText.ts";

const trends = {
  rises: "rises",
  falls: "falls",
  varies: "up and down",
  none: "no change",
  levels: "by level",
} as const;

/** The effect of a column on one class: its values, the mean probability at each with its interval, and the direction. */
export function effectLines(
  { column, texts, classes, mean, lower, upper, directions }: Effect,
  number: number,
): string {
  const C = classes.length;
  const { trend, change, agreement } = directions[number];
  const level = (at: number): number => mean.data[at * C + number];
  const rows = texts.map((text, at) => ({
    [clipped(column, 30)]: clipped(text, 30),
    "mean probability": rateText(level(at)),
    ...(lower &&
      upper && {
        interval: rangeText({ lower: lower.data[at * C + number], upper: upper.data[at * C + number] }, rateText),
      }),
    "": bar(level(at), 24),
  }));
  const curve = texts.length > 2 && trend !== "levels" ? ` ${sparkline(texts.map((_, at) => level(at)))}` : "";
  const share = trend === "levels" ? "" : `; ${rateText(agreement)} of rows move the same way`;
  return `${column} and ${classes[number]}:${curve} ${trends[trend]}, log odds ${trend === "levels" ? plain(change) : signed(change)}${share}\n${textTable(rows)}`;
}

/** Pairs of columns that act together. */
export function interactionLines({ pairs, columns, scale, rows }: Interactions): string {
  const what = scale === "log-odds" ? "log odds" : "units of the latent output";
  const largest = Math.max(pairs[0]?.deviation ?? 0, 1e-300);
  const table = textTable(
    pairs.slice(0, 12).map(({ columns: [one, other], h, deviation }) => ({
      pair: clipped(`${one} × ${other}`, 50),
      deviation: plain(deviation),
      H: h.toFixed(2),
      "": bar(deviation / largest, 20),
    })),
  );
  return (
    `Pairs that act together, among ${columns.length} columns and on ${rows} rows: the deviation in ${what} that their own effects do not add up to,\n` +
    `and Friedman's H, its share in their joint effect.\n${table}`
  );
}

/** What rows lose without each column. */
export function relevanceTable(columns: readonly ColumnRelevance[], rows: number): string {
  const order = columns.toSorted((a, b) => b.mean - a.mean);
  const largest = Math.max(order[0]?.mean ?? 0, 1e-300);
  return `The rise of the log loss of ${rows} labelled rows when the column's cells are those of other rows:\n${textTable(
    order.slice(0, 25).map(({ column, mean, lower, upper }) => ({
      column: clipped(column, 40),
      rise: signed(mean),
      "95 % interval": `${signed(lower)} to ${signed(upper)}`,
      "": lower > 0 ? bar(mean / largest, 20) : "not shown to matter",
    })),
  )}`;
}

/** Where the model is worse. */
export function sliceLines({ slices, rows, looked, leftOut }: Slices): string {
  const without = leftOut > 0 ? ` (${leftOut} without a known label were left out)` : "";
  const head = `${looked} slices of ${rows} rows${without}; a p value says how often chance alone makes the worst of all slices look as bad.`;
  if (slices.length === 0) return `${head}\nNo slice is worse than the rest.`;
  const found = slices.filter(({ pValue }) => pValue < 0.05).length;
  const verdict =
    found === 0 ? "None is beyond chance." : found === 1 ? "One is beyond chance." : `${found} are beyond chance.`;
  return `${head} ${verdict}\n${textTable(
    slices.map((slice) => ({
      slice: clipped(slice.text, 50),
      rows: slice.rows,
      "log loss": scoreText(slice.logLoss),
      elsewhere: scoreText(slice.elsewhere),
      expected: scoreText(slice.expected),
      error: shortRate(slice.errorRate, slice),
      "elsewhere ": percent(slice.errorElsewhere),
      p: pText(slice.pValue),
    })),
  )}`;
}

const figureNames = {
  selected: "given the class",
  error: "error",
  missed: "missed",
  falseAlarms: "false alarms",
  precision: "precision",
} as const;

/** Whole percent with an interval, for tables of many rates: 45 % (38–52). */
function shortRate(rate: number, { lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${percent(rate)} (${Math.round(100 * lower)}–${Math.round(100 * upper)})`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** How groups are treated. */
export function fairnessLines({ column, positive, groups, gaps, smallGroups }: Fairness): string {
  const rate = (of: { rate: number; lower: number; upper: number } | undefined): string =>
    of ? shortRate(of.rate, of) : "-";
  const table = textTable(
    groups.map((group) => ({
      [clipped(column, 24)]: clipped(group.group, 24),
      rows: group.rows,
      "have it": percent(group.base.rate),
      "mean p": percent(group.meanProbability),
      "get it": rate(group.selected),
      error: rate(group.error),
      missed: rate(group.missed),
      "false alarms": rate(group.falseAlarms),
      precision: rate(group.precision),
    })),
  );
  const gapTable = textTable(
    gaps.map(({ figure, lowest, highest, difference, pValue }) => ({
      gap: figureNames[figure],
      between: clipped(`${lowest} and ${highest}`, 40),
      difference: rateText(difference),
      p: pText(pValue),
    })),
  );
  const small = smallGroups.length > 0 ? `\nToo small to compare: ${smallGroups.join(", ")}.` : "";
  return `Rates of ${positive} by ${column}, with 95 % intervals:\n${table}\n\nLargest gaps, corrected for five figures:\n${gapTable}${small}`;
}

/** A learning curve and its outlook. */
export function learningLines({ points, outlook, floor, level }: LearningCurve): string {
  const head = `${Math.round(100 * level)} % interval`;
  const most = Math.max(...points.map(({ logLoss }) => logLoss.mean), 1e-300);
  const table = textTable(
    points.map(({ rows, logLoss, errorRate }) => ({
      "rows learned": rows,
      "log loss": scoreText(logLoss.mean),
      [head]: rangeText(logLoss, scoreText),
      error: rateText(errorRate.mean),
      "": bar(logLoss.mean / most, 24),
    })),
  );
  const ahead = textTable(
    outlook.map(({ rows, logLoss, gain }) => ({
      "with rows": rows,
      "log loss": scoreText(logLoss.mean),
      [head]: rangeText(logLoss, scoreText),
      gain: scoreText(gain.mean),
      "its interval": rangeText(gain, scoreText),
    })),
  );
  return `What fits to more rows do on unseen ones:\n${table}\n\nWhat more rows of the kind would bring, if losses go on falling as they did:\n${ahead}\nNo number of rows would bring it below ${scoreText(floor.mean)} (${rangeText(floor, scoreText)}).`;
}

/** What more columns bring. */
export function columnCurveLines(points: readonly ColumnPoint[]): string {
  const most = Math.max(...points.map(({ logLoss }) => logLoss.mean), 1e-300);
  return `What fits to the most relevant columns do on unseen rows:\n${textTable(
    points.map(({ columns, logLoss, errorRate, gain }) => ({
      columns,
      "log loss": scoreText(logLoss.mean),
      error: rateText(errorRate.mean),
      gain: gain ? signed(gain.mean) : "",
      "90 % interval of the gain": gain ? `${signed(gain.lower)} to ${signed(gain.upper)}` : "",
      "": bar(logLoss.mean / most, 24),
    })),
  )}`;
}
