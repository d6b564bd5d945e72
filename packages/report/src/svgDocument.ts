import { parseHTML } from "linkedom";

/**
 * A document for charts where there is no page: in Node, or in a worker.
 *
 * @example decisionBoundaryChart(plane, { document: svgDocument() })
 */
export function svgDocument(): Document {
  return parseHTML("<!doctype html><html><body></body></html>").document;
}
