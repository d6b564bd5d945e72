import { wilsonInterval } from "kernelbayes/evaluate";
import { chartColors } from "../charts/chartColors.ts";
import { classStyle } from "../charts/classStyle.ts";
import type { HeldOut } from "./findings.ts";
import { markup, type Markup } from "./markup.ts";
import { counted, groupedDigits, percentText } from "./words.ts";

// Small pictures beside the answers of the first screen. All that they show is also there as text.

/** A line of a small chart: a bar or a point between 0 and 1, perhaps with an interval and a mark. */
export interface PictureLine {
  readonly name: string;
  readonly value: number;
  readonly text: string;
  readonly interval?: { readonly lower: number; readonly upper: number } | undefined;
  /** Where something else lies that the value is compared with. */
  readonly mark?: number;
  readonly kind: "bar" | "quiet" | "point";
}

/** Lines below each other, each with its name and its figure. */
export function pictureLines(lines: readonly PictureLine[]): Markup {
  return markup`<ul class="picture">
    ${lines.map(
      ({ name, value, text, interval, mark, kind }) =>
        markup`<li>
          <span class="name" title="${name}">${name}</span>
          <span class="track is-${kind}" aria-hidden="true"
            >${kind === "point" ? undefined : markup`<span class="fill" style="width:${place(value)}"></span>`}${
              mark === undefined ? undefined : markup`<span class="mark" style="left:${place(mark)}"></span>`
            }${interval === undefined ? undefined : markup`<span class="range" style="left:${place(interval.lower)};right:${place(1 - interval.upper)}"></span>`}${
              kind === "point" ? markup`<span class="dot" style="left:${place(value)}"></span>` : undefined
            }</span
          >
          <span class="value">${text}</span>
        </li>`,
    )}
  </ul>`;
}

/** Classes by their training rows, as parts of one bar; of more than can be told by color, only how many rows they have. */
export function classBar(classes: readonly string[], rowClasses: ArrayLike<number>): Markup {
  const counts = classes.map((_, q) => Array.from(rowClasses).filter((each) => each === q).length);
  const isLong = classes.length > mostColors;
  const color = (q: number): string => (isLong ? "var(--chart-blue)" : pageColor(classStyle(q).color));
  return markup`<div class="shares" aria-hidden="true">
      ${counts.map((count, q) => markup`<span style="flex-grow:${count};background:${color(q)}"></span>`)}
    </div>
    <ul class="classes">
      ${classes
        .slice(0, mostNamed)
        .map(
          (name, q) =>
            markup`<li>${isLong ? undefined : markup`<span class="chip" style="background:${color(q)}"></span>`}${name} <small>${groupedDigits(counts[q])}</small></li>`,
        )}
      ${classes.length > mostNamed ? markup`<li>and ${classes.length - mostNamed} more</li>` : undefined}
    </ul>`;
}

const mostColors = 7;
const mostNamed = 12;

/** The limits of how sure an answer can be: doubtful, likely, sure. */
const limits = [0, 0.7, 0.95] as const;

/** How sure answers were against how often they were right, in three groups. */
export function promiseLines({ probabilities, decided, truth, weights }: HeldOut): Markup {
  const C = probabilities.columns;
  const rows = Array.from(decided, (q, row) => ({
    top: probabilities.data[row * C + q],
    right: q === truth[row] ? 1 : 0,
    weight: weights?.[row] ?? 1,
  }));
  const groups = limits
    .map((from, at) => rows.filter(({ top }) => top >= from && top < (limits[at + 1] ?? Infinity)))
    .filter((group) => group.length > 0)
    .toReversed();
  return pictureLines(
    groups.map((group): PictureLine => {
      const mass = group.reduce((sum, { weight }) => sum + weight, 0);
      const mean = (of: "top" | "right"): number => group.reduce((sum, row) => sum + row.weight * row[of], 0) / mass;
      const [said, right] = [mean("top"), mean("right")];
      const [lower, upper] = weights
        ? [right, right]
        : wilsonInterval(group.filter((row) => row.right === 1).length, group.length);
      return {
        name: `${percentText(said)} sure`,
        value: right,
        mark: said,
        interval: { lower, upper },
        text: `${percentText(right)} right, ${counted(group.length, "row")}`,
        kind: "point",
      };
    }),
  );
}

function place(share: number): string {
  return `${Number((100 * Math.min(1, Math.max(0, share))).toFixed(2))}%`;
}

/** The property of the page that has a color of charts. */
function pageColor(color: string): string {
  const found = Object.entries(chartColors).find(([, value]) => value === color);
  return found ? `var(--chart-${found[0]})` : color;
}
