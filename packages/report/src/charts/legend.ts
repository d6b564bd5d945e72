import { dot, text, type Markish } from "@observablehq/plot";
import type { ClassStyle } from "./classStyle.ts";
import { groupLabel } from "./groupLabel.ts";
import { shortText } from "./shortText.ts";

/** A line of a chart. */
export interface LineStyle {
  readonly color: string;
  readonly width: number;
  /** Lengths of dashes and gaps; a full line without. */
  readonly dashes?: string;
}

/** Something a legend explains: a symbol, a line, or patches of a color over each other. */
export interface LegendItem {
  readonly label: string;
  readonly symbol?: ClassStyle;
  readonly line?: LineStyle;
  readonly patches?: readonly { readonly color: string; readonly opacity: number }[];
}

/** A legend as marks for the margin above the frame. */
export interface Legend {
  readonly marks: readonly Markish[];
  readonly height: number;
}

const fontSize = 11;
const lineHeight = 18;
const gap = 18;
const patchSize = 12;

/** No document measures text without a page; sans-serif letters are about this wide. */
export function textWidth(label: string, size: number): number {
  return 0.56 * size * label.length;
}

/** Letters of a label, at most. */
const longestLabel = 44;

/** Items beside each other in as many lines as they need, above a frame of the given width. */
export function legend(given: readonly LegendItem[], frameWidth: number): Legend {
  const items = given.map((item) => ({ ...item, label: shortText(item.label, longestLabel) }));
  const placed: { item: LegendItem; left: number; line: number }[] = [];
  let left = 0;
  let line = 0;
  for (const item of items) {
    const width = keyWidth(item) + 6 + textWidth(item.label, fontSize);
    if (left > 0 && left + width > frameWidth) [left, line] = [0, line + 1];
    placed.push({ item, left, line });
    left += width + gap;
  }
  const height = items.length === 0 ? 0 : (line + 1) * lineHeight;
  // Offsets from the upper left corner of the frame.
  const marks = placed.flatMap(({ item, left, line }) => {
    const dy = line * lineHeight + lineHeight / 2 - height - 6;
    const at = { frameAnchor: "top-left" as const, dy };
    const width = keyWidth(item);
    return [
      ...(item.symbol
        ? [
            dot([item.label], {
              ...at,
              dx: left + width / 2,
              symbol: item.symbol.symbol,
              stroke: item.symbol.color,
              strokeWidth: 1.5,
              r: 4,
              ...groupLabel("legend"),
            }),
          ]
        : []),
      keyOf(item, left, dy),
      text([item.label], {
        ...at,
        dx: left + width + 6,
        textAnchor: "start",
        lineAnchor: "middle",
        fontSize,
        ...groupLabel("legend"),
      }),
    ];
  });
  return { marks, height };
}

function keyWidth({ line, patches }: LegendItem): number {
  if (patches) return patches.length * patchSize;
  return line ? 24 : 10;
}

/** The line or the patches of an item. */
function keyOf({ line, patches = [] }: LegendItem, left: number, dy: number): Markish {
  return (_index, _scales, _values, { marginLeft, marginTop }, { document }) => {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("aria-label", "legend");
    group.setAttribute("transform", `translate(${marginLeft + left},${marginTop + dy})`);
    const append = (name: string, attributes: Readonly<Record<string, string | number>>): void => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
      group.append(element);
    };
    if (line) {
      append("path", {
        d: "M0,0H24",
        stroke: line.color,
        "stroke-width": line.width,
        ...(line.dashes !== undefined && { "stroke-dasharray": line.dashes }),
      });
    }
    patches.forEach(({ color, opacity }, place) =>
      append("rect", {
        x: place * patchSize,
        y: -patchSize / 2,
        width: patchSize,
        height: patchSize,
        fill: color,
        "fill-opacity": opacity,
      }),
    );
    return group;
  };
}
