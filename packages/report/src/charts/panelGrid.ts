import { plot, type Markish, type PlotOptions } from "@observablehq/plot";

/** A small chart among others. */
export interface Panel {
  /** What it shows, for those who cannot see it and for style sheets. */
  readonly label: string;
  /** Its place, from the upper left corner and from 0. */
  readonly column: number;
  readonly row: number;
  /** Marks, scales and margins, as Plot takes them. */
  readonly plot: Omit<PlotOptions, "document" | "height" | "style" | "width">;
}

export interface PanelGridOptions {
  readonly columns: number;
  readonly rows: number;
  /** Between panels, in pixels. Default 8. */
  readonly gap?: number;
}

/** Small charts, each with scales of its own, in a grid that fills the frame of the chart they are a mark of. */
export function panelGrid(panels: readonly Panel[], { columns, rows, gap = 8 }: PanelGridOptions): Markish {
  return (_index, _scales, _values, dimensions, { document }) => {
    const { marginLeft, marginTop } = dimensions;
    const width = (dimensions.width - marginLeft - dimensions.marginRight - (columns - 1) * gap) / columns;
    const height = (dimensions.height - marginTop - dimensions.marginBottom - (rows - 1) * gap) / rows;
    const all = document.createElementNS("http://www.w3.org/2000/svg", "g");
    for (const panel of panels) {
      const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
      const place = [marginLeft + panel.column * (width + gap), marginTop + panel.row * (height + gap)];
      group.setAttribute("aria-label", panel.label);
      group.setAttribute("transform", `translate(${place.join(",")})`);
      // The chart around them has the styles of text already.
      const drawn = plot({ ...panel.plot, document, width, height });
      group.append(...[...drawn.childNodes].filter(({ nodeName }) => nodeName.toLowerCase() !== "style"));
      all.append(group);
    }
    return all;
  };
}
