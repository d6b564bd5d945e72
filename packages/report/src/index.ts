export { scoreTable, type MeasuredModel } from "./scoreTable.ts";
export { textTable } from "./textTable.ts";
