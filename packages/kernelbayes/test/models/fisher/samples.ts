import type { Engine } from "../../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { classMeans, fisherContrasts, type FisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { rootWithin } from "../../../src/rows/kernel/rootProblem.ts";
import type { FisherDiscriminant } from "../../../src/models/fisher/fisherDiscriminant.ts";
import { composite, gaussian, nugget, scale, sum, type Kernel } from "../../../src/kernels/index.ts";
import { selectRows } from "../../../src/matrix/index.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { engines } from "../../kernels/engines.ts";
import { times, transposed, type Rows } from "../naive.ts";

export const engine: Engine = engines[0];

export interface Sample {
  readonly X: Matrix;
  readonly labels: number[];
  readonly weights: number[];
  readonly contrasts: FisherContrasts;
}

/** Two overlapping clouds with every third row in class 1, and weights of 1 to 3 copies. */
export function sample(n: number, p: number, seed = 1): Sample {
  const random = stream(seed, n, p);
  const labels = Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 1 : 0));
  const X = matrix(n, p);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < p; j++) X.data[i * p + j] = normal(random) + (j === 0 ? 1.2 * labels[i] : 0);
  }
  const weights = labels.map(() => 1 + random.integer(3));
  return { X, labels, weights, contrasts: fisherContrasts(labels) };
}

/** The rows as often as their weights say. */
export function copied({ X, labels, weights }: Sample): Sample {
  const rows = weights.flatMap((w, i) => new Array<number>(w).fill(i));
  const chosen = rows.map((i) => labels[i]);
  return { X: selectRows(X, rows), labels: chosen, weights: rows.map(() => 1), contrasts: fisherContrasts(chosen) };
}

/** A gaussian kernel with a nugget; without one for a nugget of 0. */
export function smooth(variance = 1.3, lengthScale = 1.1, noise = 0.05): Kernel {
  const kernel = scale(gaussian({ lengthScale }), { variance });
  return noise > 0 ? sum(kernel, nugget({ variance: noise })) : kernel;
}

/** The composite kernel with all parts. */
export function ard(columns: number): Kernel {
  return composite({
    variance: 0.9,
    inverseSquaredLength: 0.6,
    linear: 0.2,
    bias: 0.4,
    nugget: 0.07,
    relevance: Array.from({ length: columns }, (_, j) => 0.5 + 0.4 * j),
  });
}

/** Derivatives by central differences in the logarithm of each parameter. */
export function differencesInLogs(kernel: Kernel, value: (kernel: Kernel) => number, step = 1e-5): number[] {
  const at = kernel.parameters.map((parameter) => parameter.value);
  const moved = (j: number, by: number): number =>
    value(kernel.withValues(at.map((each, k) => (k === j ? each * Math.exp(by) : each))));
  return at.map((_, j) => (moved(j, step) - moved(j, -step)) / (2 * step));
}

/** L as a matrix, column by column. */
export function withinMatrix(contrasts: FisherContrasts): Rows {
  const n = contrasts.classes.length;
  const columns = Array.from({ length: n }, (_, j) =>
    Array.from(
      rootWithin(
        contrasts,
        Float64Array.from({ length: n }, (_, i) => (i === j ? contrasts.roots[i] : 0)),
      ),
      (value, i) => contrasts.roots[i] * value,
    ),
  );
  return transposed(columns);
}

/** fᵀLf = Σ w (f − its class mean)². */
export function scatterWithin(contrasts: FisherContrasts, f: Float64Array): number {
  const means = classMeans(contrasts, f);
  return f.reduce((sum, value, i) => sum + contrasts.weights[i] * (value - means[contrasts.classes[i]]) ** 2, 0);
}

/** What a discriminant has for projections, where a test looks at positions alone. */
export const withoutDirection: Pick<FisherDiscriminant, "latentAt" | "functionalVariance" | "axis"> = {
  latentAt() {
    throw new Error("The test has no projections.");
  },
  functionalVariance() {
    throw new Error("The test has no projections.");
  },
  axis: { coefficients: new Float64Array(), constant: 0, centers: [0, 0], distance: 0 },
};

/** An engine that factorizes nothing, so that the discriminant goes by the spectrum of its kernel. */
export const withoutFactors: Engine = { ...engine, cholesky: () => ({ ok: false, failedAt: 0 }) };

/** A⁻¹ by Gauss–Jordan elimination with pivots from the column. */
export function inverseOf(A: Rows): Rows {
  const n = A.length;
  const work = A.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(work[i][k]) > Math.abs(work[pivot][k])) pivot = i;
    [work[k], work[pivot]] = [work[pivot], work[k]];
    work[k] = work[k].map((value, _, row) => value / row[k]);
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = work[i][k];
      work[i] = work[i].map((value, j) => value - factor * work[k][j]);
    }
  }
  return work.map((row) => row.slice(n));
}

/** A v. */
export function applied(A: Rows, v: ArrayLike<number>): number[] {
  return times(
    A,
    Array.from(v, (value) => [value]),
  ).map(([value]) => value);
}

/** Both divided by their lengths agree: the cosine of their angle. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return ab / Math.sqrt(aa * bb);
}

/** |a − b| relative to the larger of both. */
export function relative(a: number, b: number): number {
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1e-300);
}
