export type { ChartOptions } from "./charts/chartOptions.ts";
export {
  decisionBoundaryChart,
  type DecisionBoundaryOptions,
  type DecisionPlane,
  type PlaneRows,
  type Projection,
} from "./charts/decisionBoundaryChart.ts";
export { decisionPlane, type DecisionPlaneOptions } from "./charts/decisionPlane.ts";
export { planePoints, type Plane } from "./charts/plane.ts";
export { scoreTable, type MeasuredModel } from "./scoreTable.ts";
export { textTable } from "./textTable.ts";
