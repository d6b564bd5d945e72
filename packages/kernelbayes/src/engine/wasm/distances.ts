import type { Engine } from "../engine.ts";
import { matrix, type Matrix } from "../matrix.ts";
import { requireRoom, requireShape } from "../reference/requireShape.ts";
import type { Instance } from "./loadInstance.ts";

/** Squared and absolute distances, and Gaussian kernel matrices. */
export function distances({
  exports,
  workspace,
}: Instance): Pick<Engine, "squaredDistances" | "gaussianMatrix"> & Required<Pick<Engine, "absoluteDistances">> {
  const compute = (
    x: Matrix,
    z: Matrix | undefined,
    weights: Float64Array | undefined,
    gaussian: boolean,
    into?: Matrix,
  ): Matrix => {
    const { rows: n, columns: p } = x;
    const m = z?.rows ?? n;
    requireColumns(x, z, weights);
    requireRoom(into, n, m, "gaussianMatrix");
    if (p === 0) return matrix(n, m, (into?.data ?? new Float64Array(n * m)).fill(gaussian ? 1 : 0));
    const scale = weights === undefined ? 1 : weights[0];
    const areEqual = weights === undefined || weights.every((weight) => weight === scale);
    const lengths = [x.data.length, z?.data.length ?? 0, areEqual ? 0 : p, n * m];
    return workspace.frame(lengths, (left, right, weight, target) => {
      workspace.write(left, x.data);
      if (z) workspace.write(right, z.data);
      if (!areEqual) workspace.write(weight, weights);
      exports.distances(
        n,
        m,
        p,
        left,
        z ? right : left,
        target,
        areEqual ? 0 : weight,
        scale,
        Number(z === undefined),
        Number(gaussian),
      );
      return matrix(n, m, into ? workspace.readInto(target, into.data) : workspace.read(target, n * m));
    });
  };
  return {
    squaredDistances: (x, z, weights) => compute(x, z, weights, false),
    gaussianMatrix: (x, z, weights, { into } = {}) => compute(x, z, weights, true, into),
    absoluteDistances(x, z, weights) {
      const { rows: n, columns: p } = x;
      const m = z?.rows ?? n;
      requireColumns(x, z, weights);
      return workspace.frame([n * p, z ? m * p : 0, p, n * m], (left, right, weight, target) => {
        workspace.write(left, x.data);
        if (z) workspace.write(right, z.data);
        workspace.write(weight, weights);
        exports.absoluteDistances(n, m, p, left, z ? right : left, target, weight, Number(z === undefined));
        return p === 0 ? matrix(n, m) : matrix(n, m, workspace.read(target, n * m));
      });
    },
  };
}

function requireColumns({ columns: p }: Matrix, z: Matrix | undefined, weights: Float64Array | undefined): void {
  requireShape(
    (z?.columns ?? p) === p && (weights?.length ?? p) === p,
    `Distances need rows of one length and a weight for each column; got ${p} and ${z?.columns ?? p} columns ` +
      `and ${weights?.length ?? p} weights.`,
  );
}
