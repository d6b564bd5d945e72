import type { Engine } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { requireFiniteLower, requireRoom, requireShape, requireSquare } from "../reference/requireShape.ts";
import type { Address } from "./exports.ts";
import type { Instance } from "./loadInstance.ts";

type Factors = Pick<
  Engine,
  "cholesky" | "solveTriangular" | "solveFactored" | "inverseFactored" | "inverseDiagonal" | "updateFactored"
>;

/** Cholesky factorization, and what is solved with the factor. */
export function factors(instance: Instance): Factors {
  return { ...factorizations(instance), ...solutions(instance), ...inverses(instance) };
}

function factorizations({ exports, workspace }: Instance): Pick<Engine, "cholesky" | "updateFactored"> {
  return {
    cholesky(a, { into } = {}) {
      const n = requireSquare(a, "cholesky");
      requireRoom(into, n, n, "cholesky");
      return workspace.frame([n * n], (address) => {
        workspace.write(address, a.data);
        if (!exports.isFiniteLower(address, n)) requireFiniteLower(a, "cholesky");
        const failedAt = exports.cholesky(address, n);
        if (failedAt >= 0) return { ok: false, failedAt };
        const factor = into ? workspace.readInto(address, into.data) : workspace.read(address, n * n);
        return { ok: true, factor: matrix(n, n, factor) };
      });
    },
    updateFactored(lower, v, sign) {
      const n = requireSquare(lower, "updateFactored");
      requireShape(v.length === n, `A ${n} × ${n} factor cannot be updated by a vector of length ${v.length}.`);
      return workspace.frame([n * n, n, 2 * n], (l, vector, rotations) => {
        workspace.write(l, lower.data);
        workspace.write(vector, v);
        const change = sign === 1 ? exports.updateFactored : exports.downdateFactored;
        const failedAt = change(l, n, vector, rotations);
        if (failedAt >= 0) return { ok: false, failedAt };
        return { ok: true, factor: matrix(n, n, workspace.read(l, n * n)) };
      });
    },
  };
}

function solutions({ exports, workspace }: Instance): Pick<Engine, "solveTriangular" | "solveFactored"> {
  /** Copies L and B, lets the work change B, and reads it back. */
  const withOperands = (lower: Matrix, b: Matrix, work: (l: Address, x: Address) => void, into?: Matrix): Matrix =>
    workspace.frame([lower.data.length, b.data.length], (l, x) => {
      workspace.write(l, lower.data);
      workspace.write(x, b.data);
      work(l, x);
      const solution = into ? workspace.readInto(x, into.data) : workspace.read(x, b.data.length);
      return matrix(b.rows, b.columns, solution);
    });

  return {
    solveTriangular(lower, b, { side = "left", transpose = false, into } = {}) {
      const n = requireSquare(lower, "solveTriangular");
      const fits = side === "left" ? b.rows === n : b.columns === n;
      requireShape(
        fits,
        `A ${n} × ${n} factor cannot be solved from the ${side} for a ${b.rows} × ${b.columns} matrix.`,
      );
      requireRoom(into, b.rows, b.columns, "solveTriangular");
      const count = side === "left" ? b.columns : b.rows;
      const solve = side === "left" ? exports.solveLeft : exports.solveRight;
      return withOperands(lower, b, (l, x) => solve(l, n, n, x, b.columns, count, Number(transpose)), into);
    },
    solveFactored(lower, b) {
      const n = requireSquare(lower, "solveFactored");
      requireShape(b.rows === n, `A ${n} × ${n} factor cannot be solved for a matrix of ${b.rows} rows.`);
      return withOperands(lower, b, (l, x) => {
        exports.solveLeft(l, n, n, x, b.columns, b.columns, 0);
        exports.solveLeft(l, n, n, x, b.columns, b.columns, 1);
      });
    },
  };
}

function inverses({ exports, workspace }: Instance): Pick<Engine, "inverseFactored" | "inverseDiagonal"> {
  return {
    inverseFactored(lower) {
      const n = requireSquare(lower, "inverseFactored");
      return workspace.frame([n * n, n * n], (l, target) => {
        workspace.write(l, lower.data);
        exports.clearUpper(l, n);
        exports.inverseFactored(l, n, target);
        return matrix(n, n, workspace.read(target, n * n));
      });
    },
    inverseDiagonal(lower, { room } = {}) {
      const n = requireSquare(lower, "inverseDiagonal");
      requireRoom(room, n, n, "inverseDiagonal");
      return workspace.frame([n * n, n], (l, target) => {
        workspace.write(l, lower.data);
        exports.clearUpper(l, n);
        exports.inverseDiagonal(l, n, target);
        return workspace.read(target, n);
      });
    },
  };
}
