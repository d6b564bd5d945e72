/** Excel files, whose reader no other entry point needs. */
export { parseExcel, type ExcelOptions } from "../table/excel/parseExcel.ts";
