export { bestCandidateSentence } from "./report/bestCandidateSentence.ts";
export { boundariesChart, type Boundaries } from "./charts/boundariesChart.ts";
export { boundaryDrawsChart, type BoundaryDraws } from "./charts/boundaryDrawsChart.ts";
export { chartColors } from "./charts/chartColors.ts";
export type { ChartOptions } from "./charts/chartOptions.ts";
export { columnRelevance } from "./charts/columnRelevance.ts";
export {
  componentContourChart,
  type ComponentContourOptions,
  type ComponentPlane,
} from "./charts/componentContourChart.ts";
export {
  componentScatterChart,
  type ComponentScatterOptions,
  type ComponentScores,
} from "./charts/componentScatterChart.ts";
export { confusionChart, type Confusion } from "./charts/confusionChart.ts";
export {
  criticalDifferenceChart,
  type CriticalDifferenceOptions,
  type RankedMethod,
} from "./charts/criticalDifferenceChart.ts";
export {
  curveChart,
  type Curve,
  type CurveAxis,
  type CurveChartOptions,
  type CurvePoint,
} from "./charts/curveChart.ts";
export {
  decisionBoundaryChart,
  type DecisionBoundaryOptions,
  type DecisionPlane,
  type PlaneRows,
  type Projection,
} from "./charts/decisionBoundaryChart.ts";
export { decisionPlane, type DecisionPlaneOptions } from "./charts/decisionPlane.ts";
export { errorContourChart, type ErrorSurface } from "./charts/errorContourChart.ts";
export { evidenceContourChart, type EvidenceSurface } from "./charts/evidenceContourChart.ts";
export { evidenceSurface, evidenceSurfaceWork, type EvidenceSurfaceOptions } from "./charts/evidenceSurface.ts";
export type { JudgedRows } from "./charts/judgedRows.ts";
export { latentHistogramChart, type LatentHistogramOptions, type LatentRows } from "./charts/latentHistogramChart.ts";
export {
  matrixImageChart,
  type MatrixImage,
  type MatrixImageOptions,
  type RowGroup,
} from "./charts/matrixImageChart.ts";
export { permutationChart, type PermutationChartOptions } from "./charts/permutationChart.ts";
export { planePoints, type Plane } from "./charts/plane.ts";
export { precisionRecallChart } from "./charts/precisionRecallChart.ts";
export {
  probabilityDrawsChart,
  type ProbabilityDraws,
  type ProbabilityDrawsOptions,
  type RowDraws,
} from "./charts/probabilityDrawsChart.ts";
export { projectionChart, type ProjectedRows, type ProjectionOptions } from "./charts/projectionChart.ts";
export {
  projectionSpreadChart,
  type ProjectionSpreadOptions,
  type SpreadRows,
} from "./charts/projectionSpreadChart.ts";
export { relevanceChart, type ColumnWeight, type RelevanceOptions } from "./charts/relevanceChart.ts";
export { reliabilityChart, type ReliabilityOptions } from "./charts/reliabilityChart.ts";
export { rocChart } from "./charts/rocChart.ts";
export { spectraChart, type Spectra, type SpectraOptions } from "./charts/spectraChart.ts";
export { spectrumRowsChart } from "./charts/spectrumRowsChart.ts";
export { traceChart, type Trace, type TraceOptions } from "./charts/traceChart.ts";
export { uncertaintyChart } from "./charts/uncertaintyChart.ts";
export { utilityChart, type UtilityChartOptions, type UtilityPoint } from "./charts/utilityChart.ts";
export {
  comparisonReport,
  type ComparedBy,
  type ComparedMeasure,
  type ComparedModelData,
  type ComparisonInput,
} from "./report/comparisonReport.ts";
export { evaluationReport, type EvaluationInput, type EvaluationReportOptions } from "./report/evaluationReport.ts";
export { htmlReport } from "./report/htmlReport.ts";
export { modelCard } from "./modelCard.ts";
export { reportFigures, type ReportFigure } from "./report/reportFigures.ts";
export type { HeldOutRows, LeftOutColumn, LivingParts, ReportInput, ReportOptions } from "./report/reportInput.ts";
export { scoreTable, type MeasuredModel } from "./scoreTable.ts";
export { intervalText, rateText, scoreText } from "./figureText.ts";
export { textTable } from "./textTable.ts";
