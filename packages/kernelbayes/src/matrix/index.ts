export { addMatrices, scaleMatrix, scaleRowsAndColumns } from "./addMatrices.ts";
export { addToDiagonal, diagonal, diagonalMatrix, identity } from "./diagonal.ts";
export { centerColumns, columnMeans, doubleCenter } from "./centerColumns.ts";
export { column, fromRows, row, selectColumns, selectRows, toRows } from "./row.ts";
export { dot, multiplyVector, traceOfProduct } from "./dot.ts";
export { factorize, type Factor, type FactorizeOptions } from "./factorize.ts";
export { norm2 } from "../engine/reference/norm2.ts";
export { transpose } from "../engine/matrix.ts";
