/** Tables: reading and writing all formats, columns, and how columns become numbers. */
export * from "../table/index.ts";
export * from "../encoding/index.ts";
