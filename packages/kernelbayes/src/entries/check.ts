/** What is wrong with a table, before a fit. */
export { checkTable, type CheckOptions, type TableCheck } from "../table/check/checkTable.ts";
export { findingText, type Finding, type FindingCode } from "../table/check/finding.ts";
