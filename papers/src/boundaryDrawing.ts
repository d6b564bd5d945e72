import type { Posterior, Table } from "kernelbayes";
import { decisionBoundaryChart, decisionPlane } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";

/** Grid points along each axis. */
const resolution = 100;

/**
 * The boundary between two classes in the plane of their two columns, with the training rows, and lines a quarter of the way from it to
 * the mean of each class.
 */
export function boundaryDrawing(posterior: Posterior, table: Table, title: string): string {
  return decisionBoundaryChart(decisionPlane(posterior, table, { resolution }), {
    document: svgDocument(),
    title,
    quarterLines: true,
  });
}
