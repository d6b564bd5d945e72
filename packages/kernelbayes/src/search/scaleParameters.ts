import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { normal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";

/**
 * The numbers of the parameters that only scale the kernel on these rows (∂K ∝ K), such as the variance of a scaled kernel:
 * they say the same as 1/μ, so that a search should leave them where they are. Found by contracting the derivatives with
 * random weights, in which all ratios to ΣW∘K must agree.
 */
export function scaleParameters(engine: Engine, kernel: Kernel, X: Matrix): readonly number[] {
  const K = kernel.matrix(engine, X);
  const random = stream(1);
  const trials = Array.from({ length: 3 }, () => {
    const W = matrix(X.rows, X.rows);
    for (let i = 0; i < X.rows; i++) {
      for (let j = 0; j <= i; j++) W.data[i * X.rows + j] = W.data[j * X.rows + i] = normal(random);
    }
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
