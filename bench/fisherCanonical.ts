import { type Matrix } from "kernelbayes";
import { torus } from "kernelbayes/data";
import { type Engine } from "kernelbayes/engine";
import { leastSquares } from "kernelbayes/models";
import { formExpansion } from "#kernelbayes/internal";
import { directResiduals } from "@kernelbayes/papers/directResiduals";
import type { Row } from "./benchmark.ts";
import { cpuMilliseconds, logSlope, rounded, timed } from "./cpuTime.ts";
import { encodedTable } from "./encodedTable.ts";
import type { PartReport, PartSettings } from "./part.ts";
import { atLeast, atMost, type Verdict } from "./verdict.ts";
import { startYardsticks, yardstickOf, type Yardstick } from "./yardstick.ts";

const { kernelForm, chooseRegularization, regularizationGrid, smoothedError, leaveOneOutOnGrid, responseOf } =
  leastSquares;

const lengthScale = 0.5;
/** Of the smoothed error. */
const sharpness = 10;
/** Targets are for orders from this one on. */
const targetsFrom = 1024;

/**
 * The regularization of a kernel Fisher discriminant by its leave-one-out error, through the eigenpairs of one matrix for all
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
      // Small runs until V8 has optimized what they call, large enough for most of the eigenvectors not to matter.
      const small = problemOf(engine, 512);
      for (let run = 0; run < 30; run++) canonicalRoute(engine, small);
      const totals: number[] = [];
      const directs: number[] = [];
      for (const n of orders) {
        tell(`canonical: ${engine.name}, n = ${n}`);
        const problem = problemOf(engine, n);
        const canonical = fastestRoute(engine, problem, repeats);
        const direct = directRoute(engine, problem, canonical);
        const inversion = await fastestInversion(yardstickOf(engine, yardsticks), n, repeats, canonical.grid.length);
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

const title = "ORKFD on torus data, 21 values of μ: one set of eigenpairs for all of them, CPU milliseconds";

function explanations(engines: readonly Engine[], yardsticks: readonly Yardstick[]): string[] {
  return [
    "The route of the model: total = kernel matrix + canonical form (its main part: `pairs` of n eigenpairs) + search + machine;",
    "eigen = a whole decomposition of the kernel matrix. Where fewer pairs are above rounding, they are found without it, and the",
    "search is judged as a share of what the route would take with it, `search %`, since a faster whole makes no search slower.",
    "search = targets in canonical coordinates, leave-one-out at 21 values of μ and Newton steps from the best of them, the fastest of",
    "four in a row, since the first of them pays for the garbage of the form; machine = the",
    "coefficients and what the variance of outputs needs. direct = 21 × (Cholesky factorization of K² + μI and its inverse, of which",
    "the residuals and the hat diagonal are made; K² is formed once and not counted 21 times). `differs` is the relative difference",
    "of the residuals of both routes at the value nearest to the chosen μ; below it forming K² costs the direct route digits.",
    "inversions = 21 × numpy.linalg.inv, since no engine has a general inversion.",
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
  /** How many eigenpairs the form has. */
  readonly pairs: number;
  readonly search: number;
  readonly machine: number;
  readonly total: number;
  /** The values of log μ that were tried first, and which of them is nearest to the chosen one. */
  readonly grid: readonly number[];
  readonly nearest: number;
  /** Leave-one-out residuals there. */
  readonly residuals: Float64Array;
}

/** How often the search runs for one form, whose garbage is being collected while the first of them runs. */
const searchesForEach = 4;

function fastestOf<Result>(times: number, run: () => Result): ReturnType<typeof timed<Result>> {
  let best = timed(run);
  for (let time = 1; time < times; time++) {
    const again = timed(run);
    if (again.milliseconds < best.milliseconds) best = again;
  }
  return best;
}

/** How often the route runs for one bare decomposition, which takes ten times as long where many pairs are below rounding. */
const routesForEach = 3;

/** Runs of the route and of a bare decomposition in turn; of each part the fastest counts. */
function fastestRoute(engine: Engine, problem: RegularizationProblem, repeats: number): Canonical {
  let eigen = Infinity;
  let best: Omit<Canonical, "eigen" | "total"> | undefined;
  for (let run = 0; run < repeats; run++) {
    eigen = Math.min(
      eigen,
      cpuMilliseconds(() => engine.eigenSymmetric(problem.K)),
    );
    for (let repeat = 0; repeat < routesForEach; repeat++) {
      const route = canonicalRoute(engine, problem);
      const least = (part: "kernel" | "form" | "search" | "machine"): number =>
        Math.min(best?.[part] ?? Infinity, route[part]);
      best = {
        ...route,
        kernel: least("kernel"),
        form: least("form"),
        search: least("search"),
        machine: least("machine"),
      };
    }
  }
  if (!best) throw new Error("No run was asked for.");
  return { ...best, eigen, total: best.kernel + best.form + best.search + best.machine };
}

function canonicalRoute(
  engine: Engine,
  { X, weights, targets, ones }: RegularizationProblem,
): Omit<Canonical, "eigen" | "total"> {
  const kernel = timed(() => engine.gaussianMatrix(X, undefined, weights));
  const form = timed(() =>
    kernelForm(engine, kernel.result, "coefficients", { weights: ones, bias: "free", rank: "numerical" }),
  );
  const search = fastestOf(searchesForEach, () => {
    const response = responseOf(engine, form.result, targets);
    const criterion = smoothedError(targets, ones, sharpness);
    return { response, ...chooseRegularization(engine, form.result, [response], [criterion]) };
  });
  const { response, logMu } = search.result;
  const machine = timed(() => formExpansion(engine, form.result, [response], Math.exp(logMu)));
  const grid = regularizationGrid(form.result);
  const distances = grid.map((value) => Math.abs(value - logMu));
  const nearest = distances.indexOf(Math.min(...distances));
  const [residuals] = leaveOneOutOnGrid(engine, form.result, [response], [grid[nearest]]);
  return {
    kernel: kernel.milliseconds,
    form: form.milliseconds,
    pairs: form.result.eigenvalues.length,
    search: search.milliseconds,
    machine: machine.milliseconds,
    grid,
    nearest,
    residuals: residuals.data,
  };
}

interface Direct {
  readonly milliseconds: number;
  /** Relative difference of the residuals from the canonical ones, by norm. */
  readonly difference: number;
}

/** Leave-one-out residuals at every value from a factorization of its own. */
function directRoute(
  engine: Engine,
  { K, targets }: RegularizationProblem,
  { grid, nearest, residuals }: Canonical,
): Direct {
  const { result, milliseconds } = timed(() => Array.from(directResiduals(engine, K, targets, grid)));
  let apart = 0;
  let size = 0;
  result[nearest].forEach((residual, i) => {
    apart += (residual - residuals[i]) ** 2;
    size += residuals[i] ** 2;
  });
  return { milliseconds, difference: Math.sqrt(apart / size) };
}

/** As many general inversions by numpy as there are values of μ, from the fastest of several; NaN without a yardstick. */
async function fastestInversion(
  yardstick: Yardstick | undefined,
  n: number,
  repeats: number,
  values: number,
): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < repeats; run++) best = Math.min(best, (await yardstick?.time("generalInverse", n)) ?? NaN);
  return values * best;
}

function rowOf({ name }: Engine, n: number, canonical: Canonical, direct: Direct, inversions: number): Row {
  const { eigen, kernel, form, search, machine, total } = canonical;
  return {
    engine: name,
    n,
    eigen: rounded(eigen),
    kernel: rounded(kernel),
    pairs: canonical.pairs,
    form: rounded(form),
    search: rounded(search),
    machine: rounded(machine),
    total: rounded(total),
    "total/eigen": (total / eigen).toFixed(2),
    "search %": searchShare(canonical).toFixed(2),
    direct: rounded(direct.milliseconds),
    "direct/total": (direct.milliseconds / total).toFixed(2),
    differs: direct.difference.toExponential(0),
    inversions: Number.isNaN(inversions) ? "-" : rounded(inversions),
    "inv./total": Number.isNaN(inversions) ? "-" : (inversions / total).toFixed(2),
  };
}

/** The search in per cent of the whole route, had its form been made by a whole decomposition. */
function searchShare({ eigen, kernel, form, search, machine }: Canonical): number {
  return (100 * search) / (kernel + Math.max(form, eigen) + search + machine);
}

function verdictsOf({ name }: Engine, n: number, canonical: Canonical, direct: number, inversions: number): Verdict[] {
  const { eigen, total } = canonical;
  const at = `${name}, n = ${n}`;
  const isNative = name.startsWith("native");
  return [
    atMost(`canonical: total / decomposition, ${at}`, total / eigen, 1.3),
    ...(isNative && n >= 4096
      ? [atMost(`canonical: search, % of the route with a decomposition, ${at}`, searchShare(canonical), 1)]
      : []),
    ...(isNative
      ? [
          atLeast(`canonical: 21 Cholesky routes / total, ${at}`, direct / total, 2.5),
          atLeast(`canonical: 21 inversions / total, ${at}`, inversions / total, 8),
        ]
      : []),
  ];
}
