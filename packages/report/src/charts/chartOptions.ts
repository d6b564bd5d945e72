/** What every chart can be told. */
export interface ChartOptions {
  /** Makes the elements: that of a page (default), or `svgDocument()` of `@kernelbayes/report/node`. */
  readonly document?: Document;
  /** A line above the chart, and its name for those who cannot see it. */
  readonly title?: string;
  /** What the chart shows, for those who cannot see it. Default: a sentence made of the data. */
  readonly description?: string;
  /** In pixels; the chart shrinks with the page. */
  readonly width?: number;
  readonly height?: number;
  /** Behind the chart, whose text and lines are dark. Default "white"; "none" for paper or a light page. */
  readonly background?: string;
  /**
   * "page" writes colors as custom properties of the page, such as `var(--chart-ink, #1a1a1a)`, so that its style sheet can change
   * them for a dark background: `chartColors` lists the names. Default "fixed", which any program that reads SVG understands.
   */
  readonly colors?: "fixed" | "page";
}
