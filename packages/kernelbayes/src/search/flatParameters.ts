import { everySoManyth } from "./searchBounds.ts";
import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { normal } from "../random/normal.ts";
import { stream, type Stream } from "../random/stream.ts";
import { doubleCenter } from "../matrix/centerColumns.ts";

/** A parameter that so many rows depend on no more than by rounding is flat on all. */
const mostRows = 100;

/**
 * The numbers of the parameters that only move the common level of the kernel on these rows (∂K ∝ 11ᵀ after centering both
 * sides), such as the bias of a composite kernel or a constant: every objective of the discriminant is exactly flat in them,
 * so that a search should leave them where they are. Found by contracting the derivatives with random centered weights.
 */
export function flatParameters(engine: Engine, kernel: Kernel, X: Matrix): readonly number[] {
  const few = everySoManyth(X, mostRows);
  const n = few.rows;
  const W = randomSymmetric(n, stream(1));
  const centered = kernel.gradient(engine, few, doubleCenter(W));
  const plain = kernel.gradient(engine, few, W);
  const rounding = 1e-12 * n;
  return Array.from(centered.keys()).filter((j) => Math.abs(centered[j]) <= rounding * Math.abs(plain[j]));
}

/**
 * The numbers of the parameters that only scale the kernel on these rows (∂K ∝ K), such as the variance of a scaled kernel:
 * they say the same as 1/μ, so that a search should leave them where they are. Found by contracting the derivatives with
 * random weights, in which all ratios to ΣW∘K must agree.
 */
export function scaleParameters(engine: Engine, kernel: Kernel, X: Matrix): readonly number[] {
  const K = kernel.matrix(engine, X);
  const random = stream(1);
  const trials = Array.from({ length: 3 }, () => {
    const W = randomSymmetric(X.rows, random);
    const sum = W.data.reduce((total, w, at) => total + w * K.data[at], 0);
    return { sum, slopes: kernel.gradient(engine, X, W) };
  });
  const [first, ...others] = trials;
  return Array.from(first.slopes.keys()).filter((j) =>
    others.every(({ sum, slopes }) => {
      const [a, b] = [first.slopes[j] * sum, slopes[j] * first.sum];
      return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
    }),
  );
}

function randomSymmetric(n: number, random: Stream): Matrix {
  const W = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) W.data[i * n + j] = W.data[j * n + i] = normal(random);
  }
  return W;
}
