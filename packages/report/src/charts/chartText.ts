import { plot, text, type Markish, type PlotOptions } from "@observablehq/plot";
import { axisMargins } from "./axisLabel.ts";
import { chartColors } from "./chartColors.ts";
import type { ChartOptions } from "./chartOptions.ts";
import { groupLabel } from "./groupLabel.ts";
import { legend, type LegendItem } from "./legend.ts";
import { svgText } from "./svgText.ts";

/** A chart before it is drawn. */
export interface Chart {
  readonly description: string;
  readonly width: number;
  readonly height: number;
  readonly legend: readonly LegendItem[];
  readonly marks: readonly Markish[];
  /** Scales and margins, as Plot takes them. The upper margin is found. */
  readonly plot: Omit<PlotOptions, "document" | "height" | "marginTop" | "marks" | "style" | "width">;
}

const titleSize = 14;
const titleHeight = 26;
const upperMargin = 14;
/** Two lines of a legend fit into the size of a chart; more lines make it taller, and do not take their room from the plot. */
const includedLegend = 36;
const marginRight = 16;

/**
 * Draws a chart and gives its SVG text, which stands for itself: with title and description for those who cannot see it, a
 * background, coordinates to a hundredth of a pixel, and names inside that differ between charts that differ, so that many of
 * them can stand in one page. Equal charts give equal texts.
 */
export function chartText(chart: Chart, options: ChartOptions): string {
  const { title, description = chart.description, background = "white", colors = "fixed" } = options;
  const { width = chart.width, height = chart.height } = options;
  const document = options.document ?? pageDocument();
  const { marginLeft, marginBottom } = { ...axisMargins, ...chart.plot };
  const key = legend(chart.legend, width - marginLeft - marginRight);
  const above = title === undefined ? upperMargin : titleHeight;
  const svg = plot({
    ...chart.plot,
    document,
    width,
    height: options.height ?? height + Math.max(0, key.height - includedLegend),
    marginLeft,
    marginRight,
    marginBottom,
    marginTop: above + (key.height > 0 ? key.height + 8 : 0),
    style: { color: chartColors.ink, fontSize: "11px", ...(background !== "none" && { background }) },
    marks: [
      ...chart.marks,
      ...key.marks,
      ...(title === undefined
        ? []
        : [
            text([title], {
              frameAnchor: "top-left",
              textAnchor: "start",
              lineAnchor: "bottom",
              dy: -(key.height > 0 ? key.height + 8 : 0) - 6,
              fontSize: titleSize,
              fontWeight: 600,
              ...groupLabel("title"),
            }),
          ]),
    ],
  });
  if (colors === "page") takeColorsOfPage(svg);
  return finished(svg, document, { title: title ?? description, description });
}

function pageDocument(): Document {
  if (typeof globalThis.document === "object") return globalThis.document;
  throw new RangeError(
    "A chart needs a document. Outside of a page give it one: { document: svgDocument() }, of @kernelbayes/report/node.",
  );
}

/** Puts the custom property of the page in the place of each color. */
function takeColorsOfPage(svg: Element): void {
  const properties = new Map<string, string>(
    Object.entries(chartColors).map(([name, color]) => [color, `var(--chart-${name}, ${color})`]),
  );
  for (const attribute of ["fill", "stroke"]) {
    for (const element of svg.querySelectorAll(`[${attribute}]`)) {
      const property = properties.get(element.getAttribute(attribute) ?? "");
      if (property !== undefined) element.setAttribute(attribute, property);
    }
  }
  const style = svg.getAttribute("style") ?? "";
  svg.setAttribute("style", style.replace(chartColors.ink, properties.get(chartColors.ink)!));
}

/** Attributes that hold numbers which were computed. */
const numbersIn = [
  "d",
  "transform",
  "x",
  "y",
  "x1",
  "x2",
  "y1",
  "y2",
  "cx",
  "cy",
  "width",
  "height",
  "fill-opacity",
] as const;

interface Names {
  readonly title: string;
  readonly description: string;
}

function finished(svg: Element, document: Document, { title, description }: Names): string {
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("role", "img");
  const [name, meaning] = ["title", "desc"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  name.textContent = title;
  meaning.textContent = description;
  svg.prepend(name, meaning);
  // Contours that lie nowhere, and keys of the legend that are drawn by other marks.
  for (const empty of svg.querySelectorAll("path:not([d]), g:empty")) empty.remove();
  // Only what has a role may have a name: groups are given theirs, a frame needs no name.
  for (const shape of svg.querySelectorAll("[aria-label]:not(g)")) shape.removeAttribute("aria-label");
  for (const group of svg.querySelectorAll("g[aria-label]")) group.setAttribute("role", "group");
  for (const attribute of numbersIn) {
    for (const element of svg.querySelectorAll(`[${attribute}]`)) {
      element.setAttribute(attribute, rounded(element.getAttribute(attribute) ?? ""));
    }
  }
  const written = svgText(svg);
  // Plot numbers its clipping paths through the life of the program.
  const own = new Map<string, string>();
  const numbered = written.replaceAll(/plot-clip-\d+/g, (id) => {
    if (!own.has(id)) own.set(id, `clip-${own.size + 1}`);
    return own.get(id)!;
  });
  const mark = checksum(numbered);
  return numbered.replaceAll(/(?<=id="|url\(#)clip-\d+/g, (id) => `${id}-${mark}`);
}

/** Numbers to two decimals. */
function rounded(value: string): string {
  return value.replaceAll(/-?\d*\.?\d+(?:e[-+]?\d+)?/g, (number) =>
    String(Math.round(100 * Number(number)) / 100 || 0),
  );
}

/** 32 bits that texts which differ hardly share (FNV-1a). */
function checksum(written: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < written.length; at++) hash = Math.imul(hash ^ written.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
