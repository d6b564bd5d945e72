/** What a page does with the pieces of a report: elements that answer and move, and their style sheets. */
export { decide } from "./page/decide/decide.ts";
export { latestOnly } from "./page/latestOnly.ts";
export type { Predictor } from "./page/predictor.ts";
export { rowTable } from "./page/rows/rowTable.ts";
export { whatIf, type WhatIf } from "./page/whatIf/whatIf.ts";
export { livingStyle } from "./report/livingStyle.ts";
export { reportStyle } from "./report/reportStyle.ts";
