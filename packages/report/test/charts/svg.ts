import { DOMParser } from "linkedom";

/** The root of an SVG text. */
export function parse(text: string): Element {
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement as unknown as Element;
}

/** The groups of that name. */
export function groups(svg: Element, label: string): Element[] {
  return [...svg.querySelectorAll("g")].filter((each) => each.getAttribute("aria-label") === label);
}

/** The only group of that name. */
export function group(svg: Element, label: string): Element {
  const found = groups(svg, label);
  if (found.length !== 1) throw new Error(`There are ${found.length} groups named "${label}".`);
  return found[0];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners of a path, or of all paths inside of an element, in pixels. */
export function pathPoints(element: Element): Point[] {
  const paths = element.tagName === "path" ? [element] : [...element.querySelectorAll("path")];
  return paths.flatMap((path) =>
    Array.from((path.getAttribute("d") ?? "").matchAll(/(-?[\d.]+),(-?[\d.]+)/g), ([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    })),
  );
}

/** From pixels to the scales of the axes, by their ticks. */
export function toData(svg: Element): (point: Point) => Point {
  const [x, y] = (["x", "y"] as const).map((axis) => alongAxis(svg, axis));
  return (point) => ({ x: x(point.x), y: y(point.y) });
}

/** From pixels to the values of one axis, by its tick labels. */
export function alongAxis(svg: Element, axis: "x" | "y"): (pixel: number) => number {
  const labels = [...group(svg, `${axis}-axis tick label`).querySelectorAll("text")].map((text) => ({
    value: Number((text.textContent ?? "").replace("−", "-")),
    pixel: Number(
      /translate\((-?[\d.]+),(-?[\d.]+)\)/.exec(text.getAttribute("transform") ?? "")?.[axis === "x" ? 1 : 2],
    ),
  }));
  const [first, last] = [labels[0], labels.at(-1)!];
  const slope = (last.value - first.value) / (last.pixel - first.pixel);
  return (pixel) => first.value + slope * (pixel - first.pixel);
}
