import type { Engine } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { requireRoom, requireShape } from "../reference/requireShape.ts";
import { lowerPart, replace, whole } from "./exports.ts";
import type { Instance } from "./loadInstance.ts";

/** Matrix products. */
export function products({ exports, workspace }: Instance): Pick<Engine, "multiply" | "symmetricProduct"> {
  return {
    multiply(a, b, { transposeA = false, transposeB = false, into } = {}) {
      const [rows, depth] = transposeA ? [a.columns, a.rows] : [a.rows, a.columns];
      const [other, columns] = transposeB ? [b.columns, b.rows] : [b.rows, b.columns];
      requireShape(
        depth === other,
        `A product needs as many columns on the left as rows on the right; got ${rows} × ${depth} ` +
          `and ${other} × ${columns}.`,
      );
      requireRoom(into, rows, columns, "multiply");
      return workspace.frame([a.data.length, b.data.length, rows * columns], (left, right, target) => {
        workspace.write(left, a.data);
        workspace.write(right, b.data);
        const [leftRow, leftColumn] = strides(a, transposeA);
        const [rightRow, rightColumn] = strides(b, transposeB);
        exports.product(
          rows,
          columns,
          depth,
          left,
          leftRow,
          leftColumn,
          right,
          rightRow,
          rightColumn,
          target,
          columns,
          replace,
          whole,
        );
        const product = into ? workspace.readInto(target, into.data) : workspace.read(target, rows * columns);
        return matrix(rows, columns, product);
      });
    },
    symmetricProduct(a, { transpose = false } = {}) {
      const [n, depth] = transpose ? [a.columns, a.rows] : [a.rows, a.columns];
      return workspace.frame([a.data.length, n * n], (source, target) => {
        workspace.write(source, a.data);
        const [row, column] = strides(a, transpose);
        exports.product(n, n, depth, source, row, column, source, column, row, target, n, replace, lowerPart);
        exports.mirrorLower(target, n);
        return matrix(n, n, workspace.read(target, n * n));
      });
    },
  };
}

/** How far apart the rows and the columns of op(A) lie. */
function strides(a: Matrix, transpose: boolean): [row: number, column: number] {
  return transpose ? [1, a.columns] : [a.columns, 1];
}
