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
}
