export type { ChartOptions } from "./charts/chartOptions.ts";
export { columnRelevance } from "./charts/columnRelevance.ts";
export {
  decisionBoundaryChart,
  type DecisionBoundaryOptions,
  type DecisionPlane,
  type PlaneRows,
  type Projection,
} from "./charts/decisionBoundaryChart.ts";
export { decisionPlane, type DecisionPlaneOptions } from "./charts/decisionPlane.ts";
export { planePoints, type Plane } from "./charts/plane.ts";
export { projectionChart, type ProjectedRows, type ProjectionOptions } from "./charts/projectionChart.ts";
export { relevanceChart, type ColumnWeight, type RelevanceOptions } from "./charts/relevanceChart.ts";
export { scoreTable, type MeasuredModel } from "./scoreTable.ts";
export { textTable } from "./textTable.ts";
