/** What a model can be expected to do on new rows. */
export { columnRises, relevanceOfRises, type ColumnRelevance, type RiseOptions } from "../fit/columnRises.ts";
export { measure, measurePlan, type Measurement, type MeasureOptions, type MeasurePlan } from "../fit/measure.ts";
export { noSignalInMeasurement } from "../fit/noSignal.ts";
