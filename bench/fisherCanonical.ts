import type { Engine } from "../packages/kernelbayes/src/engine/engine.ts";
import { matrix, type Matrix } from "../packages/kernelbayes/src/engine/matrix.ts";
import { torus } from "../packages/kernelbayes/src/data/torus.ts";
import { kernelForm } from "../packages/kernelbayes/src/inference/leastSquares/canonicalForm.ts";
import { smoothedError } from "../packages/kernelbayes/src/inference/leastSquares/criteria.ts";
import {
  leaveOneOutAt,
  leaveOneOutOnGrid,
  responseOf,
} from "../packages/kernelbayes/src/inference/leastSquares/leaveOneOut.ts";
import { newtonRegularization } from "../packages/kernelbayes/src/inference/leastSquares/newtonRegularization.ts";
import { solutionAt } from "../packages/kernelbayes/src/inference/leastSquares/solution.ts";
import type { Row } from "./benchmark.ts";
import { cpuMilliseconds, logSlope, rounded, timed } from "./cpuTime.ts";
import { encodedTable } from "./encodedTable.ts";
import type { PartReport, PartSettings } from "./fisherPart.ts";
import { atLeast, atMost, type Verdict } from "./verdict.ts";
import { startYardsticks, yardstickOf, type Yardstick } from "./yardstick.ts";

/** log μ, 21 values from 10⁻⁶ to 10⁴, half a decade apart. */
const grid = Array.from({ length: 21 }, (_, k) => (k / 2 - 6) * Math.LN10);
const lengthScale = 0.5;
/** Of the smoothed error. */
const sharpness = 10;
/** Targets are for orders from this one on. */
const targetsFrom = 1024;

/**
 * The regularization of a kernel Fisher discriminant by its leave-one-out error, through one eigendecomposition for all
 * values of μ, beside one Cholesky factorization and one general inversion a value.
 */
export async function canonicalPart({ engines, sizes, repeats, python, tell }: PartSettings): Promise<PartReport> {
  const orders = sizes ?? [1024, 2048, 4096];
  const yardsticks = await startYardsticks(python);
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  const notes: string[] = [];
  try {
    for (const engine of engines) {
      // Small runs until V8 has optimized what they call.
      const small = problemOf(engine, 128);
      for (let run = 0; run < 20; run++) canonicalRoute(engine, small);
      const totals: number[] = [];
      const directs: number[] = [];
      for (const n of orders) {
        tell(`canonical: ${engine.name}, n = ${n}`);
        const problem = problemOf(engine, n);
        const canonical = fastestRoute(engine, problem, repeats);
        const direct = directRoute(engine, problem, canonical.residuals);
        const inversion = await fastestInversion(yardstickOf(engine, yardsticks), n, repeats);
        totals.push(canonical.total);
        directs.push(direct.milliseconds);
        rows.push(rowOf(engine, n, canonical, direct, inversion));
        if (n >= targetsFrom) verdicts.push(...verdictsOf(engine, n, canonical, direct.milliseconds, inversion));
      }
      if (orders.length > 1) {
        notes.push(
          `${engine.name}: on logarithmic axes the canonical route grows with slope ${logSlope(orders, totals).toFixed(2)}, ` +
            `the direct one with ${logSlope(orders, directs).toFixed(2)}.`,
        );
      }
    }
    return { sections: [{ title, rows, notes: [...notes, ...explanations(engines, yardsticks)] }], verdicts };
  } finally {
    for (const yardstick of yardsticks) yardstick.close();
  }
}

const title = "ORKFD on torus data, 21 values of μ: one decomposition for all of them, CPU milliseconds";

function explanations(engines: readonly Engine[], yardsticks: readonly Yardstick[]): string[] {
  return [
    "total = kernel matrix + canonical form (the decomposition is its main part) + search; search = leave-one-out at 21 values,",
    "Newton steps from the best of them, and the coefficients. direct = 21 × (Cholesky factorization of K² + μI and its inverse, of",
    "which the residuals and the hat diagonal are made; K² is formed once and not counted 21 times). The routes agree as told",
    "under `differs`. inversions = 21 × numpy.linalg.inv, since no engine has a general inversion.",
    ...(yardsticks.length > 0
      ? engines.map((engine) => `Inversions beside ${engine.name}: ${yardstickOf(engine, yardsticks)?.description}.`)
      : ["NO INVERSIONS: no Python with numpy and scipy was found. Install them, or name one with --python."]),
  ];
}

interface RegularizationProblem {
  readonly X: Matrix;
  /** 1/ℓ² a column. */
  readonly weights: Float64Array;
  readonly targets: Float64Array;
  readonly ones: Float64Array;
  readonly K: Matrix;
}

function problemOf(engine: Engine, n: number): RegularizationProblem {
  const { X, classes } = encodedTable(torus({ rows: n, seed: n }));
  const weights = new Float64Array(X.columns).fill(1 / lengthScale ** 2);
  // n/n₁ and −n/n₀, with which least squares is the Fisher discriminant.
  const sizes = [0, 0];
  for (const q of classes) sizes[q]++;
  const targets = Float64Array.from(classes, (q) => (q === 1 ? n / sizes[1] : -n / sizes[0]));
  const K = engine.gaussianMatrix(X, undefined, weights);
  return { X, weights, targets, ones: new Float64Array(n).fill(1), K };
}

interface Canonical {
  readonly eigen: number;
  readonly kernel: number;
  readonly form: number;
  readonly search: number;
  readonly total: number;
  /** Leave-one-out residuals, a column for each value of the grid. */
  readonly residuals: Matrix;
}

/** The fastest of several runs of the route, and of a bare decomposition, in turn. */
function fastestRoute(engine: Engine, problem: RegularizationProblem, repeats: number): Canonical {
  let best: Canonical | undefined;
  let eigen = Infinity;
  for (let run = 0; run < repeats; run++) {
    eigen = Math.min(
      eigen,
      cpuMilliseconds(() => engine.eigenSymmetric(problem.K)),
    );
    const route = canonicalRoute(engine, problem);
    if (!best || route.total < best.total) best = { ...route, eigen };
  }
  return { ...best!, eigen };
}

function canonicalRoute(
  engine: Engine,
  { X, weights, targets, ones }: RegularizationProblem,
): Omit<Canonical, "eigen"> {
  const kernel = timed(() => engine.gaussianMatrix(X, undefined, weights));
  const form = timed(() => kernelForm(engine, kernel.result, "coefficients", { weights: ones, bias: "free" }));
  const search = timed(() => {
    const response = responseOf(engine, form.result, targets);
    const [residuals] = leaveOneOutOnGrid(engine, form.result, [response], grid);
    const criterion = smoothedError(targets, ones, sharpness);
    const losses = grid.map((_, k) => criterion.value(column(residuals, k)));
    const start = grid[losses.indexOf(Math.min(...losses))];
    const limits = { lower: grid[0], upper: grid[grid.length - 1] };
    const residualsAt = (logMu: number): ReturnType<typeof leaveOneOutAt> =>
      leaveOneOutAt(engine, form.result, response, logMu);
    const { logMu } = newtonRegularization(residualsAt, criterion, start, limits);
    return { residuals, solution: solutionAt(form.result, response, Math.exp(logMu)) };
  });
  return {
    kernel: kernel.milliseconds,
    form: form.milliseconds,
    search: search.milliseconds,
    total: kernel.milliseconds + form.milliseconds + search.milliseconds,
    residuals: search.result.residuals,
  };
}

function column({ data, rows, columns }: Matrix, k: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => data[i * columns + k]);
}

interface Direct {
  readonly milliseconds: number;
  /** Largest relative difference of a column of residuals from the canonical ones, by norm. */
  readonly difference: number;
}

/**
 * Leave-one-out residuals at every value from a factorization of its own: with M = K² + μI, η = M⁻¹1 and ν = M⁻¹t,
 *
 *     eᵢ = (νᵢ − bηᵢ) / ([M⁻¹]ᵢᵢ − ηᵢ²/Σ η),   b = Σ ν / Σ η.
 */
function directRoute(engine: Engine, { K, targets }: RegularizationProblem, expected: Matrix): Direct {
  const n = K.rows;
  const right = matrix(n, 2);
  targets.forEach((target, i) => right.data.set([1, target], 2 * i));
  let difference = 0;
  const { milliseconds } = timed(() => {
    const square = engine.symmetricProduct(K);
    grid.forEach((logMu, k) => {
      const M = matrix(n, n, square.data.slice());
      for (let i = 0; i < n; i++) M.data[i * n + i] += Math.exp(logMu);
      const result = engine.cholesky(M);
      if (!result.ok) throw new Error(`K² + μI was not factored at log μ = ${logMu}.`);
      const inverse = engine.inverseFactored(result.factor);
      const solved = engine.multiply(inverse, right);
      let S = 0;
      let sum = 0;
      for (let i = 0; i < n; i++) {
        S += solved.data[2 * i];
        sum += solved.data[2 * i + 1];
      }
      let apart = 0;
      let size = 0;
      for (let i = 0; i < n; i++) {
        const eta = solved.data[2 * i];
        const numerator = solved.data[2 * i + 1] - (sum / S) * eta;
        const residual = numerator / (inverse.data[i * n + i] - (eta * eta) / S);
        const other = expected.data[i * grid.length + k];
        apart += (residual - other) ** 2;
        size += other ** 2;
      }
      difference = Math.max(difference, Math.sqrt(apart / size));
    });
  });
  return { milliseconds, difference };
}

/** 21 general inversions by numpy, from the fastest of several; NaN without a yardstick. */
async function fastestInversion(yardstick: Yardstick | undefined, n: number, repeats: number): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < repeats; run++) best = Math.min(best, (await yardstick?.time("generalInverse", n)) ?? NaN);
  return grid.length * best;
}

function rowOf({ name }: Engine, n: number, canonical: Canonical, direct: Direct, inversions: number): Row {
  const { eigen, kernel, form, search, total } = canonical;
  return {
    engine: name,
    n,
    eigen: rounded(eigen),
    kernel: rounded(kernel),
    form: rounded(form),
    search: rounded(search),
    total: rounded(total),
    "total/eigen": (total / eigen).toFixed(2),
    "search %": ((100 * search) / total).toFixed(2),
    direct: rounded(direct.milliseconds),
    "direct/total": (direct.milliseconds / total).toFixed(2),
    differs: direct.difference.toExponential(0),
    inversions: Number.isNaN(inversions) ? "-" : rounded(inversions),
    "inv./total": Number.isNaN(inversions) ? "-" : (inversions / total).toFixed(2),
  };
}

function verdictsOf({ name }: Engine, n: number, canonical: Canonical, direct: number, inversions: number): Verdict[] {
  const { eigen, search, total } = canonical;
  const at = `${name}, n = ${n}`;
  const isNative = name.startsWith("native");
  return [
    atMost(`canonical: total / decomposition, ${at}`, total / eigen, 1.3),
    ...(isNative && n >= 4096 ? [atMost(`canonical: search, % of total, ${at}`, (100 * search) / total, 1)] : []),
    ...(isNative
      ? [
          atLeast(`canonical: 21 Cholesky routes / total, ${at}`, direct / total, 2.5),
          atLeast(`canonical: 21 inversions / total, ${at}`, inversions / total, 8),
        ]
      : []),
  ];
}
